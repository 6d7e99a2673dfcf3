import {
  type BudgetFields,
  budgetNames,
  budgetText,
  noBudget,
  numberOf,
  parseBudget,
  type Typed,
} from "@/components/runs/budget-form";
import { plural } from "@/components/ui/format";
import { AutopilotSettings } from "@/lib/contracts/autopilot";
import type { Analyst } from "@/lib/contracts/evolution";

/** The fields of a night as typed. */
export interface NightFields extends BudgetFields {
  /** Id of the stage it begins at. */
  from: string | null;
  analyst: Analyst;
  branches: Typed;
  depth: Typed;
  maxEntries: Typed;
  /** Local date and time as an `<input type="datetime-local">` gives them; empty: at once. */
  startAt: string;
}

export type NightProblems = Partial<Record<keyof NightFields | "budget", string>>;

export const defaultNight = (from: string | null): NightFields => ({
  ...noBudget,
  from,
  analyst: { kind: "heuristic", endpoint: null },
  branches: 3,
  depth: 2,
  maxEntries: 1,
  startAt: "",
});

/** Cases that a trial replays at most: four that fail and four at risk. */
const TRIAL_CASES = 8;

const ranges = { branches: 8, depth: 6, maxEntries: 5 } as const;
type Count = keyof typeof ranges;
const counts: readonly Count[] = ["branches", "depth", "maxEntries"];

const isCount = (value: number | null, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most;

/** The moment of a local date and time; null where it is none. */
function momentOf(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The settings for the API, or what is wrong with each field. `now`: milliseconds. */
export function parseNight(fields: NightFields, now: number): { settings: AutopilotSettings | null; problems: NightProblems } {
  const { budget, problems: budgetProblems } = parseBudget(fields);
  const problems: NightProblems = { ...budgetProblems };
  for (const name of counts) {
    if (!isCount(numberOf(fields[name]), ranges[name])) problems[name] = `a whole number from 1 to ${ranges[name]}`;
  }
  if (fields.from === null) problems.from = "choose an evaluated stage";
  if (budget && budgetNames.every((name) => budget[name] === null)) problems.budget = "Set at least one limit.";
  const startAt = fields.startAt === "" ? null : momentOf(fields.startAt);
  if (fields.startAt !== "" && startAt === null) problems.startAt = "a date and a time";
  else if (startAt !== null && Date.parse(startAt) <= now) problems.startAt = "this has passed; leave it empty to begin at once";
  const parsed = AutopilotSettings.safeParse({
    from: fields.from,
    analyst: fields.analyst,
    branches: numberOf(fields.branches),
    depth: numberOf(fields.depth),
    maxEntries: numberOf(fields.maxEntries),
    budget,
    startAt,
  });
  return { settings: Object.keys(problems).length === 0 && parsed.success ? parsed.data : null, problems };
}

/** What a night can come to at most, whichever way it goes. `cases`: those of the dev set; null while they are not known. */
export function worstCase(settings: AutopilotSettings, cases: number | null): string {
  const { branches, depth, maxEntries, budget } = settings;
  const stages = branches * depth;
  const trials = stages * maxEntries;
  const work =
    cases === null
      ? `${plural(stages, "evaluation")} and ${plural(trials, "trial")} of ${TRIAL_CASES} cases`
      : `${plural(stages, "evaluation")} of ${plural(cases, "case")} and ${plural(trials, "trial")} of ${TRIAL_CASES}, ${plural(stages * cases + trials * TRIAL_CASES, "case result")} in all`;
  return `At worst: ${plural(branches, "branch", "branches")} of ${plural(depth, "stage")}, that is ${work}, and the analyst's own calls. It ends before that at the first limit it meets: ${budgetText(budget)}.`;
}
