import { z } from "zod";
import type { Message } from "@/lib/contracts/model";
import { type Asking, callModel } from "./call-model";
import { shortened } from "./data-block";

type Parsed = { ok: true; value: unknown } | { ok: false; problem: string };

/** The lines of the first code fence; null where none is opened and closed. Line by line: an answer is of any shape. */
function fencedIn(content: string): string | null {
  const lines = content.split("\n");
  const opened = lines.findIndex((line) => /```(?:json)?$/.test(line.trimEnd()));
  if (opened === -1) return null;
  const length = lines.slice(opened + 1).findIndex((line) => line.trimStart().startsWith("```"));
  return length === -1 ? null : lines.slice(opened + 1, opened + 1 + length).join("\n");
}

/** The JSON value in an answer: bare, in a code fence, or between other words. */
export function jsonIn(content: string): Parsed {
  const fenced = fencedIn(content);
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

/** The JSON Schema of an answer, for the prompt. */
export const schemaText = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }));

export interface StructuredRequest<T> {
  /** What is asked for, in words, for reports. */
  what: string;
  system: string;
  user: string;
  seed: number;
  schema: z.ZodType<T>;
  /** Completes a raw answer with what only the studio knows, before it is parsed. */
  complete?: (raw: unknown) => unknown;
  /** Problems of a parsed answer; an empty list accepts it. */
  problems: (value: T) => Promise<string[]> | string[];
}

/** An answer that did not hold: as JSON where it was any. */
interface FailedTry {
  raw: unknown;
  problems: string[];
}

export interface StructuredAnswer<T> {
  /** The last answer that parsed, though it may have problems; null where none did. */
  value: T | null;
  /** Whether `value` has no problems. */
  sound: boolean;
  failed: FailedTry[];
  /** Why the model could not be asked; null where it answered each time. */
  callError: string | null;
}

const zodProblems = (error: z.ZodError) =>
  error.issues.slice(0, 10).map((issue) => `${issue.path.join(".") || "the answer"}: ${issue.message}`);

/**
 * Asks a model for JSON of a schema. An answer that does not parse or has problems goes back with them, at most
 * `repairRounds` times. Every such answer, and a failed call, is put into the log of invalid output; a failed call ends it.
 */
export async function structuredChat<T>(asking: Asking, request: StructuredRequest<T>): Promise<StructuredAnswer<T>> {
  const { settings, invalid } = asking;
  const messages: Message[] = [
    { role: "system", content: request.system },
    { role: "user", content: request.user },
  ];
  const answer: StructuredAnswer<T> = { value: null, sound: false, failed: [], callError: null };
  for (let round = 0; round <= settings.repairRounds; round++) {
    const outcome = await callModel(asking, messages, request.seed + round);
    if (!outcome.ok) {
      answer.callError = `the model call failed (${outcome.error.type}): ${outcome.error.message}`;
      invalid.add(request.what, answer.callError);
      return answer;
    }
    const tooLong = outcome.content.length > settings.mostAnswerCharacters;
    const content = shortened(outcome.content, settings.mostAnswerCharacters);
    const json: Parsed = tooLong ? { ok: false, problem: "the answer is far too long" } : jsonIn(content);
    let problems: string[];
    if (!json.ok) {
      problems = [outcome.finishReason === "length" ? "the answer was cut off before its end: write less" : json.problem];
    } else {
      const parsed = request.schema.safeParse(request.complete?.(json.value) ?? json.value);
      problems = parsed.success ? await request.problems(parsed.data) : zodProblems(parsed.error);
      if (parsed.success) answer.value = parsed.data;
    }
    if (problems.length === 0) return { ...answer, sound: true };
    answer.failed.push({ raw: json.ok ? json.value : null, problems });
    invalid.add(request.what, problems.join("; "), content);
    messages.push(
      { role: "assistant", content, toolCalls: [] },
      {
        role: "user",
        content: `This does not hold:\n- ${problems.join("\n- ")}\nAnswer again, with the whole corrected JSON and nothing else.`,
      },
    );
  }
  return answer;
}
