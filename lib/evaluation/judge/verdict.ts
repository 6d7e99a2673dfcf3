import { z } from "zod";

const Verdict = z.object({
  accuracy: z.union([z.literal(0), z.literal(1)]).nullable(),
  effectiveness: z.union([z.literal(0), z.literal(0.5), z.literal(1)]).nullable(),
  answers: z.record(z.string(), z.enum(["passed", "failed"]).nullable()).default({}),
  rationale: z.string().default(""),
});
type Verdict = z.infer<typeof Verdict>;

type ParsedVerdict = { ok: true; verdict: Verdict } | { ok: false; reason: string };

/** Characters at the end of a judge's reply that are looked through. */
const LOOKED_THROUGH = 40_000;
/** Opening braces that are tried; a verdict stands at the end, so the last ones count. */
const TRIED = 400;

/**
 * Reads the verdict at the end of a judge's reply: bare, in a fenced block, or after reasoning. Only the last JSON object
 * counts, so that a verdict which the judged reply tries to plant and the judge merely quotes is never taken for its own.
 */
export function parseVerdict(reply: string): ParsedVerdict {
  const found = lastObject(reply.slice(-LOOKED_THROUGH));
  if (!found.ok) return found;
  const parsed = Verdict.safeParse(found.value);
  if (parsed.success) return { ok: true, verdict: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, reason: `The verdict does not fit: ${issue?.path.join(".") || "it"}: ${issue?.message ?? "is wrong"}.` };
}

function lastObject(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  const starts = [...text.matchAll(/\{/g)].map((match) => match.index).slice(-TRIED);
  let end = -1;
  let last: { value: unknown } | undefined;
  for (const start of starts) {
    if (start <= end) continue;
    const close = closingBrace(text, start);
    if (close === -1) continue;
    try {
      last = { value: JSON.parse(text.slice(start, close + 1)) };
      end = close;
    } catch {
      // Braces of a sentence, or of another notation.
    }
  }
  if (!last) return { ok: false, reason: "The reply holds no JSON object." };
  const after = text.slice(end + 1);
  if (/\{\s*"/.test(after)) return { ok: false, reason: "The verdict at the end is cut off." };
  // A brace that closes nothing ends an object around this one, which did not parse: this one was only quoted in it.
  if (after.includes("}")) return { ok: false, reason: "The verdict at the end is no valid JSON." };
  return { ok: true, value: last.value };
}

/** Where the object that opens at `start` ends; −1 where it does not. */
function closingBrace(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
