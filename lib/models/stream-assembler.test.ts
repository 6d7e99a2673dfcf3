import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatOutcome, ChatRequest } from "@/lib/contracts/model";
import { type Completion, eventLines, wholeBody } from "@/lib/simulation/faults/completion";
import { createOpenAiModel } from "./openai";

const request: ChatRequest = {
  messages: [{ role: "user", content: "hello" }],
  tools: [],
  decoding: { temperature: 1, topP: 1, maxTokens: 64, seed: 1 },
};

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "链接3现在79元，还有2件 👩‍👩‍👧‍👦",
    "<think>a</think>b",
    "data: [DONE]\n\n",
    "a\u2028b\u2029c\u0085d\r\n\ufeff",
    '\\u00e9 "x"',
  ),
);
const answers: fc.Arbitrary<Completion> = fc.record({
  id: fc.constant("c"),
  model: fc.constant("m"),
  content: text,
  calls: fc.array(
    fc.record({
      id: fc.stringMatching(/^call_[0-9a-f]{1,8}$/),
      name: fc.stringMatching(/^[a-z_]{1,20}$/),
      arguments: fc.oneof(fc.json(), text),
    }),
    { maxLength: 3 },
  ),
  finish: fc.constantFrom("stop", "tool_calls", "length"),
  usage: fc.option(fc.record({ prompt_tokens: fc.nat(), completion_tokens: fc.nat() })),
  choices: fc.constant(true),
  reasoning: fc.record({ field: fc.constantFrom("reasoning" as const, "reasoning_content" as const), text }),
});
const grains = fc.record({ content: fc.integer({ min: 1, max: 50 }), arguments: fc.integer({ min: 1, max: 50 }) });
/** Shares of the whole at which the bytes are cut; some twice, which makes an empty chunk. */
const cuts = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constant("every byte" as const) },
);

/** What the model makes of a body that arrives in the given chunks. */
async function outcomeOf(contentType: string, chunks: readonly Uint8Array[]): Promise<ChatOutcome> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const model = createOpenAiModel({
    endpoint: { id: "e", baseUrl: "http://stub.invalid/v1", model: "m", checkpoint: "" },
    fetch: async () => new Response(body, { headers: { "content-type": contentType } }),
  });
  return model.chat(request, { timeoutMs: 10_000 });
}

/** The outcome without its times, which the borders may change. */
function untimed(outcome: ChatOutcome): object {
  return { ...outcome, durationMs: 0, ...(outcome.ok ? { ttftMs: 0 } : {}) };
}

function cutAt(bytes: Uint8Array, where: readonly number[] | "every byte"): Uint8Array[] {
  const borders =
    where === "every byte"
      ? [...bytes.keys()]
      : where.map((share) => Math.floor(share * bytes.length)).sort((first, second) => first - second);
  return [0, ...borders].map((border, index) => bytes.slice(border, borders[index] ?? bytes.length));
}

test("an answer is the same wherever its bytes are cut, and the same as in one piece of JSON", async () => {
  await fc.assert(
    fc.asyncProperty(
      answers,
      grains,
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.constantFrom("", ": keep-alive\n\n", "event: message\nid: 7\n"),
      cuts,
      async (answer, grain, lineEnd, between, where) => {
        const lines = eventLines(answer, { withUsage: true, grain });
        const bytes = new TextEncoder().encode(
          lines
            .map((line) => between + line)
            .join("")
            .replaceAll("\n", lineEnd),
        );
        const whole = untimed(await outcomeOf("text/event-stream", [bytes]));
        expect(whole).toMatchObject({ ok: true, finishReason: answer.finish });
        expect(untimed(await outcomeOf("text/event-stream", cutAt(bytes, where)))).toEqual(whole);
        const json = new TextEncoder().encode(wholeBody(answer));
        expect(untimed(await outcomeOf("application/json", cutAt(json, where)))).toEqual(whole);
      },
    ),
    { numRuns: 80 },
  );
}, 30_000);

test("an answer that is cut off anywhere before its end is a typed failure, never a shorter answer", async () => {
  await fc.assert(
    fc.asyncProperty(answers, grains, fc.double({ min: 0, max: 0.999, noNaN: true }), async (answer, grain, share) => {
      const lines = eventLines(answer, { withUsage: false, grain });
      // Up to the chunk with the finish reason.
      const bytes = new TextEncoder().encode(lines.slice(0, -2).join(""));
      const outcome = await outcomeOf("text/event-stream", [bytes.slice(0, Math.floor(share * bytes.length))]);
      expect(outcome).toMatchObject({ ok: false, error: { type: "malformed" } });
    }),
    { numRuns: 100 },
  );
});
