import { plural } from "@/components/ui/format";
import { RunSettings } from "@/lib/contracts/run-settings";
import { type BudgetFields, noBudget, numberOf, parseBudget, type Typed } from "./budget-form";

/** The settings of the new-run dialog as typed. */
export interface RunFields extends BudgetFields {
  concurrency: Typed;
  /** Empty: not beyond `concurrency`. */
  maxConcurrency: Typed;
  repeats: Typed;
  seed: Typed;
  retries: Typed;
  reuse: boolean;
  early: "none" | "anytime" | "curtail";
  /** Id of the run that an early decision compares with. */
  base: string | null;
  alpha: string;
  needed: Typed;
}

const defaults = RunSettings.parse({});
const GROW_TO = 32;

export const defaultFields: RunFields = {
  ...noBudget,
  concurrency: defaults.concurrency,
  maxConcurrency: GROW_TO,
  repeats: defaults.repeats,
  seed: defaults.seed,
  retries: defaults.retries,
  reuse: false,
  early: "none",
  base: null,
  alpha: "0.05",
  needed: 1,
};

export type RunProblems = Partial<Record<keyof RunFields, string>>;

const words: RunProblems = {
  concurrency: "a whole number from 1 to 256",
  maxConcurrency: "a whole number to 1,024, or empty",
  repeats: "a whole number from 1 to 20",
  seed: "a whole number from 0 to 2,147,483,647",
  retries: "a whole number from 0 to 10",
  alpha: "from 0.001 to 0.5",
  needed: "a whole number from 1",
};

function earlyOf({ early, base, alpha, needed }: RunFields): unknown {
  if (early === "none") return null;
  return early === "anytime" ? { mode: early, base, alpha: Number(alpha) } : { mode: early, base, needed: numberOf(needed) };
}

/** The settings for the API, or what is wrong with each field. */
export function parseFields(fields: RunFields): { settings: RunSettings | null; problems: RunProblems } {
  const { budget, problems: budgetProblems } = parseBudget(fields);
  const problems: RunProblems = { ...budgetProblems };
  const parsed = RunSettings.safeParse({
    concurrency: numberOf(fields.concurrency),
    maxConcurrency: numberOf(fields.maxConcurrency),
    repeats: numberOf(fields.repeats),
    seed: numberOf(fields.seed),
    retries: numberOf(fields.retries),
    reuse: fields.reuse,
    early: earlyOf(fields),
    ...(budget && { budget }),
  });
  if (!parsed.success) {
    for (const { path } of parsed.error.issues) {
      const name = String(path[0] === "early" ? path[1] : path[0]);
      for (const [field, text] of Object.entries(words)) if (field === name) problems[field as keyof RunFields] ??= text;
    }
  }
  const most = numberOf(fields.maxConcurrency);
  if (most !== null && most < (numberOf(fields.concurrency) ?? 0)) {
    problems.maxConcurrency ??= "not fewer than it begins with";
  }
  if (fields.early !== "none") {
    if (fields.base === null) problems.base = "choose the run to compare with";
    if (numberOf(fields.repeats) !== 1) problems.repeats ??= "an early decision needs one repeat";
  }
  const sound = parsed.success && Object.keys(problems).length === 0;
  return { settings: sound ? parsed.data : null, problems };
}

/** What the folded settings hold: "32 at most, seed 1, 2 retries". */
export function moreText({ maxConcurrency, seed, retries, reuse, early }: RunFields): string {
  const most = numberOf(maxConcurrency);
  return [
    most === null ? "does not grow" : `grows to ${most}`,
    `seed ${seed}`,
    plural(numberOf(retries) ?? 0, "retry", "retries"),
    ...(reuse ? ["reuses earlier results"] : []),
    ...(early === "none" ? [] : ["may be decided early"]),
  ].join(", ");
}
