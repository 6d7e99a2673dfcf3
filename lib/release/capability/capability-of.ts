import type { CapabilityLevel } from "@/lib/contracts/release-gate";
import type { CaseResult } from "@/lib/contracts/run";

/** One prompt's result. The pairs are how many of its instructions were kept, and how many it has. */
export interface PromptCapability {
  case: string;
  strict: boolean;
  loose: boolean;
  instructionsStrict: [kept: number, of: number];
  instructionsLoose: [kept: number, of: number];
}

/** The four accuracies of IFEval (Zhou et al., 2023) as counts; each `n` leaves the unscored prompts out. */
export interface Capability {
  levels: Record<CapabilityLevel, { correct: number; n: number }>;
  /** Results of which nothing, or not everything, can be said. */
  unscored: number;
  /** The results that count, in the order in which they were given. */
  prompts: PromptCapability[];
}

type Row = Pick<CaseResult, "case" | "state" | "checks">;

/** Ids of an instruction's two checks, as the import of the format names them. */
const LOOSE = /-loose$/;

/**
 * What stored results say of a policy's general capability. A prompt counts as right where every one of its instructions is
 * kept. A result without a reply counts as 0 everywhere. One that is unscored, or has an instruction without a verdict, is
 * counted as such and in no accuracy: it would be another prompt's question. Checks of other kinds do not matter, and a
 * case without an instruction is no prompt of the set and is passed over.
 */
export function capabilityOf(rows: readonly Row[]): Capability {
  const prompts: PromptCapability[] = [];
  let unscored = 0;
  for (const row of rows) {
    const found = promptOf(row);
    if (found === "unscored") unscored += 1;
    else if (found !== "none") prompts.push(found);
  }
  return { levels: levelsOf(prompts), unscored, prompts };
}

function promptOf(row: Row): PromptCapability | "unscored" | "none" {
  const checks = row.checks.filter((check) => check.kind === "ifeval");
  // A case that never ran has no checks, and is still one that is missing.
  if (row.state === "unscored") return "unscored";
  if (checks.length === 0) return "none";
  const failed = row.state === "failed";
  if (!failed && checks.some((check) => check.verdict === "unscored")) return "unscored";
  const count = (own: typeof checks): [number, number] => [
    failed ? 0 : own.filter((check) => check.verdict === "passed").length,
    own.length,
  ];
  const loose = count(checks.filter((check) => LOOSE.test(check.id)));
  const strict = count(checks.filter((check) => !LOOSE.test(check.id)));
  return {
    case: row.case,
    strict: strict[0] === strict[1] && strict[1] > 0,
    loose: loose[0] === loose[1] && loose[1] > 0,
    instructionsStrict: strict,
    instructionsLoose: loose,
  };
}

function levelsOf(prompts: readonly PromptCapability[]): Capability["levels"] {
  const sum = (value: (prompt: PromptCapability) => number) => prompts.reduce((total, prompt) => total + value(prompt), 0);
  return {
    promptStrict: { correct: sum(({ strict }) => Number(strict)), n: prompts.length },
    promptLoose: { correct: sum(({ loose }) => Number(loose)), n: prompts.length },
    instructionStrict: { correct: sum((one) => one.instructionsStrict[0]), n: sum((one) => one.instructionsStrict[1]) },
    instructionLoose: { correct: sum((one) => one.instructionsLoose[0]), n: sum((one) => one.instructionsLoose[1]) },
  };
}
