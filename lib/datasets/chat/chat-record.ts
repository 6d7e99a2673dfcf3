import { z } from "zod";

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });

const CalledFunction = z.looseObject({
  name: z.string().min(1),
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).default("{}"),
});

/** A message of an OpenAI-style conversation, as logs have it. */
export const ChatMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: z.union([z.string(), z.array(Part)]).nullish(),
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z.array(z.looseObject({ id: z.string().optional(), function: CalledFunction })).nullish(),
  function_call: CalledFunction.nullish(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

const Completion = z.looseObject({ choices: z.array(z.looseObject({ message: ChatMessage })).min(1) });

const Labels = z.looseObject({});

/** `{messages}`; `{messages, choices}` as stored completions are; `{request | body: {messages}, response}` as proxies log. */
const Record = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  custom_id: z.string().optional(),
  metadata: Labels.nullish(),
  messages: z.array(ChatMessage).optional(),
  choices: Completion.shape.choices.optional(),
  request: z.looseObject({ messages: z.array(ChatMessage), metadata: Labels.nullish() }).optional(),
  body: z.looseObject({ messages: z.array(ChatMessage) }).optional(),
  response: z.union([z.string(), Completion, ChatMessage, z.looseObject({ body: Completion })]).nullish(),
});

export interface ChatRecord {
  id: string | null;
  messages: ChatMessage[];
  /** Whatever the log says of the conversation. */
  metadata: Readonly<Record<string, unknown>>;
}

/** Reads one entry of a chat log. */
export function readChatRecord(value: unknown): { ok: true; record: ChatRecord } | { ok: false; issues: z.core.$ZodIssue[] } {
  const parsed = Record.safeParse(value);
  if (!parsed.success) return { ok: false, issues: parsed.error.issues };
  const { id, custom_id, metadata, messages, choices, request, body, response } = parsed.data;
  const asked = messages ?? request?.messages ?? body?.messages ?? [];
  const answered = choices?.[0]?.message ?? answerOf(response);
  return {
    ok: true,
    record: {
      id: id === undefined ? (custom_id ?? null) : String(id),
      messages: answered ? [...asked, answered] : asked,
      metadata: metadata ?? request?.metadata ?? {},
    },
  };
}

function answerOf(response: z.infer<typeof Record>["response"]): ChatMessage | undefined {
  if (response === null || response === undefined) return undefined;
  if (typeof response === "string") return { role: "assistant", content: response };
  const completion = Completion.safeParse("body" in response ? response.body : response);
  if (completion.success) return completion.data.choices[0]?.message;
  const message = ChatMessage.safeParse(response);
  return message.success ? message.data : undefined;
}

/** The text of a message; null where it has parts that are no text. */
export function messageText({ content }: ChatMessage): string | null {
  if (content === null || content === undefined) return "";
  if (typeof content === "string") return content.trim();
  if (content.some((part) => part.text === undefined)) return null;
  return content
    .map((part) => part.text)
    .join("\n")
    .trim();
}
