import { z } from "zod";

const Call = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

/** An answer of the policy, as faults change it and the wire shows it. */
export interface Completion {
  id: string;
  model: string;
  content: string;
  reasoning?: { field: "reasoning" | "reasoning_content"; text: string };
  calls: z.infer<typeof Call>[];
  finish: string;
  usage: Record<string, number> | null;
  /** False: the answer has no choices. */
  choices: boolean;
}

/** The body of a chat completion in one piece. */
export const PlainCompletion = z
  .object({
    id: z.string(),
    model: z.string(),
    choices: z
      .array(
        z.object({
          message: z.object({
            content: z.string().nullish(),
            tool_calls: z
              .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
              .nullish(),
          }),
          finish_reason: z.string(),
        }),
      )
      .min(1),
    usage: z.record(z.string(), z.number()),
  })
  .transform(({ id, model, choices: [choice], usage }): Completion => {
    const calls = (choice?.message.tool_calls ?? []).map((call) => ({ id: call.id, ...call.function }));
    const finish = choice?.finish_reason ?? "stop";
    return { id, model, content: choice?.message.content ?? "", calls, finish, usage, choices: true };
  });

const wireCall = (call: Completion["calls"][number]) => ({
  id: call.id,
  type: "function",
  function: { name: call.name, arguments: call.arguments },
});

/** The answer in one piece, as JSON text. */
export function wholeBody(answer: Completion): string {
  const { id, model, content, reasoning, calls, finish, usage, choices } = answer;
  const message = {
    role: "assistant",
    content: content === "" ? null : content,
    ...(reasoning ? { [reasoning.field]: reasoning.text } : {}),
    ...(calls.length > 0 ? { tool_calls: calls.map(wireCall) } : {}),
  };
  return JSON.stringify({
    id,
    object: "chat.completion",
    created: 0,
    model,
    choices: choices ? [{ index: 0, message, finish_reason: finish, logprobs: null }] : [],
    ...(usage ? { usage } : {}),
  });
}

/** The answer as server-sent events. `grain`: how many characters a delta carries at most. */
export function eventLines(
  answer: Completion,
  options: { withUsage: boolean; grain: { content: number; arguments: number } },
): string[] {
  const { id, model, content, reasoning, calls, finish, usage, choices } = answer;
  const chunk = (parts: unknown[], extra: object = {}) =>
    `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 0, model, choices: parts, ...extra })}\n\n`;
  const delta = (part: object, reason: string | null = null) =>
    chunk(choices ? [{ index: 0, delta: part, finish_reason: reason }] : []);
  const lines = [delta({ role: "assistant", content: "" })];
  if (reasoning)
    for (const piece of pieces(reasoning.text, options.grain.content)) lines.push(delta({ [reasoning.field]: piece }));
  for (const piece of pieces(content, options.grain.content)) lines.push(delta({ content: piece }));
  calls.forEach((call, index) => {
    lines.push(delta({ tool_calls: [{ index, ...wireCall({ ...call, arguments: "" }) }] }));
    for (const piece of pieces(call.arguments, options.grain.arguments))
      lines.push(delta({ tool_calls: [{ index, function: { arguments: piece } }] }));
  });
  lines.push(delta({}, finish));
  if (options.withUsage && usage) lines.push(chunk([], { usage }));
  lines.push("data: [DONE]\n\n");
  return lines;
}

/** By code points, so that no delta has half of a surrogate pair. */
function pieces(text: string, size: number): string[] {
  const points = [...text];
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) =>
    points.slice(index * size, (index + 1) * size).join(""),
  );
}
