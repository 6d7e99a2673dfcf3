import { FaqEntry } from "@/lib/contracts/serving";

export interface ParsedFaq {
  entries: FaqEntry[];
  /** What could not be read; `line` counts from 1. */
  problems: { line: number; message: string }[];
}

/**
 * Reads a FAQ as people have it: a JSON array of `{question, answer}`, JSON Lines of the same, or plain text in which a line
 * that begins with `Q:` is followed by its answer after `A:` (or `问：` and `答：`), each over as many lines as it needs until
 * an empty one. One form a text: JSON among plain lines is a problem, not an answer.
 */
export function parseFaq(text: string): ParsedFaq {
  const trimmed = text.trim();
  if (trimmed === "") return { entries: [], problems: [] };
  if (trimmed.startsWith("[")) return fromArray(trimmed);
  return trimmed.startsWith("{") ? fromLines(text) : fromPlainText(text);
}

function fromArray(text: string): ParsedFaq {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    return { entries: [], problems: [{ line: 1, message: error instanceof Error ? error.message : "it is not JSON" }] };
  }
  return collect(Array.isArray(values) ? values.map((value, index) => ({ line: index + 1, value })) : []);
}

function fromLines(text: string): ParsedFaq {
  const items: { line: number; value: unknown }[] = [];
  const problems: ParsedFaq["problems"] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    try {
      items.push({ line: index + 1, value: JSON.parse(line) });
    } catch {
      problems.push({ line: index + 1, message: "the line is not JSON" });
    }
  }
  const read = collect(items);
  return { entries: read.entries, problems: [...problems, ...read.problems].sort((a, b) => a.line - b.line) };
}

function fromPlainText(text: string): ParsedFaq {
  const items: { line: number; value: { question: string; answer: string } }[] = [];
  const problems: ParsedFaq["problems"] = [];
  let part: "question" | "answer" | null = null;
  let gap = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const marked = /^\s*(?:(Q|问)|(A|答))\s*[:：]\s*(.*)$/i.exec(line);
    const said = (marked?.[3] ?? line).trim();
    if (marked?.[1]) {
      items.push({ line: index + 1, value: { question: said, answer: "" } });
      part = "question";
      gap = false;
      continue;
    }
    const current = items.at(-1)?.value;
    if (marked) part = "answer";
    if (said === "") {
      gap = !marked;
      continue;
    }
    // A text that goes on after an empty line, or is JSON, is more likely a slip than an answer.
    const stray = !marked && (gap || /^[{[]/.test(said));
    gap = false;
    if (!current || part === null || stray)
      problems.push({ line: index + 1, message: "this line belongs to no question; begin one with Q:" });
    else current[part] = current[part] === "" ? said : `${current[part]}\n${said}`;
  }
  const read = collect(items);
  return { entries: read.entries, problems: [...problems, ...read.problems] };
}

function collect(items: readonly { line: number; value: unknown }[]): ParsedFaq {
  const read: ParsedFaq = { entries: [], problems: [] };
  for (const { line, value } of items) {
    const parsed = FaqEntry.safeParse(value);
    if (parsed.success) read.entries.push(parsed.data);
    else {
      const [issue] = parsed.error.issues;
      const empty = issue?.code === "too_small" || issue?.code === "invalid_type";
      const field = String(issue?.path[0] ?? "entry");
      read.problems.push({ line, message: empty ? `it has no ${field}` : `${field}: ${issue?.message ?? "is not valid"}` });
    }
  }
  return read;
}
