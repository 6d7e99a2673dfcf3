import { type Command, InvalidArgumentError } from "commander";
import { type EarlyDecision, RunSettings } from "@/lib/contracts/run-settings";

/** Options of a command that starts a run. */
export interface RunOptions {
  seed: number;
  concurrency: number;
  maxConcurrency?: number;
  repeats: number;
  retries: number;
  budgetCalls?: number;
  budgetTokens?: number;
  budgetCost?: number;
  budgetMinutes?: number;
  reuse?: boolean;
  early?: EarlyDecision;
}

/** A number from `low` to `high` as an option's value. */
export const numberIn =
  (low: number, high: number, whole: boolean) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === "" || !(value >= low && value <= high) || (whole && !Number.isInteger(value))) {
      throw new InvalidArgumentError(`it is ${whole ? "a whole number" : "a number"} from ${low} to ${high}.`);
    }
    return value;
  };

/** `anytime:RUN`, or `curtail:RUN:NEEDED`. */
function earlyDecision(text: string): EarlyDecision {
  const [mode, base = "", needed, ...rest] = text.split(":");
  if (base !== "" && rest.length === 0) {
    if (mode === "anytime" && needed === undefined) return { mode, base, alpha: 0.05 };
    if (mode === "curtail")
      return {
        mode,
        base,
        needed: needed === undefined ? 1 : numberIn(1, 1_000_000, true)(needed),
        metric: "accuracy",
        touched: [],
      };
  }
  throw new InvalidArgumentError("it is anytime:RUN or curtail:RUN:NEEDED.");
}

const COUNT = 1_000_000_000;

export const withRunOptions = (command: Command): Command =>
  command
    .option("--seed <number>", "seed of the decoding", numberIn(0, 2_147_483_647, true), 1)
    .option("--concurrency <number>", "cases at a time, to begin with", numberIn(1, 256, true), 8)
    .option("--max-concurrency <number>", "up to how many while latency holds", numberIn(1, 1_024, true))
    .option("--repeats <number>", "runs of each case", numberIn(1, 20, true), 1)
    .option("--retries <number>", "further tries of a case after a passing fault of the service", numberIn(0, 10, true), 2)
    .option("--budget-calls <number>", "most model calls", numberIn(1, COUNT, true))
    .option("--budget-tokens <number>", "most tokens", numberIn(1, COUNT * 1_000, true))
    .option(
      "--budget-cost <dollars>",
      "most US dollars; endpoints without a price do not count",
      numberIn(0.000_001, COUNT, false),
    )
    .option("--budget-minutes <number>", "most minutes", numberIn(0.001, COUNT, false))
    .option("--reuse", "take results of earlier runs with equal inputs; a tenth is run again to check")
    .option(
      "--early <decision>",
      "end as soon as it is decided: anytime:RUN (worse than that run) or curtail:RUN:NEEDED (no net gain of NEEDED in reach)",
      earlyDecision,
    );

/** The settings that the options ask for. */
export function runSettings(options: RunOptions): RunSettings {
  const { seed, concurrency, maxConcurrency, repeats, retries, reuse = false, early } = options;
  return RunSettings.parse({
    ...{ seed, concurrency, repeats, retries, reuse },
    maxConcurrency: maxConcurrency ?? null,
    budget: {
      calls: options.budgetCalls ?? null,
      tokens: options.budgetTokens ?? null,
      cost: options.budgetCost ?? null,
      minutes: options.budgetMinutes ?? null,
    },
    early: early ?? null,
  });
}
