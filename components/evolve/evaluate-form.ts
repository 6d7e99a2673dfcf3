import { type BudgetFields, noBudget, numberOf, parseBudget, type Typed } from "@/components/runs/budget-form";
import { type Budget, RunSettings } from "@/lib/contracts/run-settings";

/** The fields of a stage's evaluation as typed. */
export interface EvaluationFields extends BudgetFields {
  concurrency: Typed;
  /** Empty: not beyond `concurrency`. */
  maxConcurrency: Typed;
  /** Whether the run ends once it is certain that the stage cannot gain `needed` cases. */
  curtail: boolean;
  needed: Typed;
  /** What a case is won or lost in. */
  metric: CurtailMetric;
}

export type CurtailMetric = "accuracy" | "avg";

/** As the API takes them. */
export interface EvaluationChoice {
  concurrency: number;
  maxConcurrency: number | null;
  budget: Budget;
  curtail: { needed: number; metric: CurtailMetric } | null;
}

export type EvaluationProblems = Partial<Record<keyof EvaluationFields, string>>;

/** The fewest wins without a loss that an exact paired test tells from chance at 0.05. */
export const NEEDED = 6;
const MOST_NEEDED = 10_000;

export const defaultEvaluation: EvaluationFields = {
  ...noBudget,
  concurrency: RunSettings.parse({}).concurrency,
  maxConcurrency: 32,
  curtail: false,
  needed: NEEDED,
  metric: "accuracy",
};

const whole = (value: number | null, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most;

/** The choice for the API, or what is wrong with each field. */
export function parseEvaluation(fields: EvaluationFields): { choice: EvaluationChoice | null; problems: EvaluationProblems } {
  const { budget, problems: budgetProblems } = parseBudget(fields);
  const problems: EvaluationProblems = { ...budgetProblems };
  const [concurrency, most, needed] = [fields.concurrency, fields.maxConcurrency, fields.needed].map(numberOf);
  if (!whole(concurrency ?? null, 256)) problems.concurrency = "a whole number from 1 to 256";
  if (most !== null && !whole(most ?? null, 1_024)) problems.maxConcurrency = "a whole number to 1,024, or empty";
  else if (most !== null && (most ?? 0) < (concurrency ?? 0)) problems.maxConcurrency = "not fewer than it begins with";
  if (fields.curtail && !whole(needed ?? null, MOST_NEEDED)) problems.needed = "a whole number from 1 to 10,000";
  if (Object.keys(problems).length > 0 || budget === null || !whole(concurrency ?? null, 256)) return { choice: null, problems };
  return {
    choice: {
      concurrency: concurrency ?? 1,
      maxConcurrency: most ?? null,
      budget,
      curtail: fields.curtail ? { needed: needed ?? NEEDED, metric: fields.metric } : null,
    },
    problems,
  };
}

/** Two-sided exact McNemar of `wins` wins and no loss (METHODS.md, section 3). */
const chance = (wins: number): number => Math.min(1, 2 * 0.5 ** wins);

/** Why the number that is needed is what it is, in one sentence. */
export function neededWords(typed: Typed): string {
  const needed = numberOf(typed);
  if (!whole(needed, MOST_NEEDED) || needed === NEEDED) {
    return `Fewer than ${NEEDED} net wins cannot be told from chance: ${NEEDED} wins and no loss give p ${chance(NEEDED).toFixed(2)}, ${NEEDED - 1} give ${chance(NEEDED - 1).toFixed(2)}.`;
  }
  if (needed < NEEDED) {
    const wins = needed === 1 ? "1 win" : `${needed} wins`;
    return `${wins} and no loss ${needed === 1 ? "gives" : "give"} p ${chance(needed).toFixed(2)}, which cannot be told from chance; ${NEEDED} can.`;
  }
  return `${NEEDED} net wins are the fewest that can be told from chance; you ask for more.`;
}
