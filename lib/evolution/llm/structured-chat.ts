import type { z } from "zod";
import type { Message } from "@/lib/contracts/model";
import type { ChatModel } from "@/lib/kernel/ports";
import type { InvalidOutput } from "../analyst";

/** How often an answer with problems is sent back with its diagnostics (METHODS.md section 2). */
export const REPAIR_ROUNDS = 2;
const TIMEOUT_MS = 120_000;
const MOST_EXCERPT = 400;

export const excerptOf = (text: string) => (text.length > MOST_EXCERPT ? `${text.slice(0, MOST_EXCERPT)}…` : text);

type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

/** The JSON value in an answer: bare, in a code fence, or between other words. */
export function jsonIn(content: string): Parsed {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(content)?.[1];
  const start = content.indexOf("{");
  const bare = start === -1 ? null : content.slice(start, content.lastIndexOf("}") + 1);
  for (const candidate of [content, fenced, bare]) {
    if (candidate == null || candidate.trim() === "") continue;
    try {
      return { ok: true, value: JSON.parse(candidate) };
    } catch {
      // The next reading may parse.
    }
  }
  return { ok: false, problem: "the answer is not JSON" };
}

export interface StructuredRequest<T> {
  model: ChatModel;
  /** What is asked for, in words, for reports. */
  what: string;
  system: string;
  user: string;
  seed: number;
  schema: z.ZodType<T>;
  /** Completes a raw answer with what only the studio knows, before it is parsed. */
  complete?: (raw: unknown) => unknown;
  /** Problems of a parsed answer; an empty list accepts it. */
  problems: (value: T) => Promise<string[]>;
  signal?: AbortSignal | undefined;
}

export interface StructuredAnswer<T> {
  /** The last answer that parsed, though it may have problems; null where none did. */
  value: T | null;
  /** What is still wrong with it. */
  problems: string[];
  invalid: InvalidOutput[];
}

const zodProblems = (error: z.ZodError) =>
  error.issues.slice(0, 10).map((issue) => `${issue.path.join(".") || "the answer"}: ${issue.message}`);

/**
 * Asks a model for JSON of a schema. An answer that does not parse or has problems goes back with them, at most twice.
 * Every such answer is reported in `invalid`; a failed call ends it.
 */
export async function structuredChat<T>(request: StructuredRequest<T>): Promise<StructuredAnswer<T>> {
  const messages: Message[] = [
    { role: "system", content: request.system },
    { role: "user", content: request.user },
  ];
  const answer: StructuredAnswer<T> = { value: null, problems: [], invalid: [] };
  for (let round = 0; round <= REPAIR_ROUNDS; round++) {
    const outcome = await request.model.chat(
      { messages, tools: [], decoding: { temperature: 0, topP: 1, maxTokens: 8_192, seed: request.seed + round } },
      { timeoutMs: TIMEOUT_MS, ...(request.signal === undefined ? {} : { signal: request.signal }) },
    );
    if (!outcome.ok) {
      const why = `the model call failed (${outcome.error.type}): ${outcome.error.message}`;
      answer.invalid.push({ what: request.what, why, excerpt: "" });
      if (answer.value === null) answer.problems = [why];
      return answer;
    }
    const json = jsonIn(outcome.content);
    let problems: string[];
    if (!json.ok) problems = [json.problem];
    else {
      const parsed = request.schema.safeParse(request.complete?.(json.value) ?? json.value);
      problems = parsed.success ? await request.problems(parsed.data) : zodProblems(parsed.error);
      if (parsed.success) answer.value = parsed.data;
    }
    answer.problems = problems;
    if (problems.length === 0) return answer;
    answer.invalid.push({ what: request.what, why: problems.join("; "), excerpt: excerptOf(outcome.content) });
    messages.push(
      { role: "assistant", content: outcome.content, toolCalls: [] },
      {
        role: "user",
        content: `This does not hold:\n- ${problems.join("\n- ")}\nAnswer again, with the whole corrected JSON and nothing else.`,
      },
    );
  }
  return answer;
}
