import type { GateName, GateVerdict, ReleaseGateItem } from "@/lib/contracts/release-gate";
import type { GateRun, RunChoice } from "./facts";

/** A mean of scores may end a hair beside what it is equal to. */
export const ROUNDING = 1e-9;

export const secondsText = (ms: number): string => `${Number((ms / 1_000).toFixed(3))} s`;

export const countText = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

type Texts = Pick<ReleaseGateItem, "name" | "found" | "wanted" | "why">;

export const decided = (passed: boolean, texts: Texts): ReleaseGateItem => ({ ...texts, state: passed ? "passed" : "failed" });

export const note = (name: string, found: string, why: string): ReleaseGateItem => ({
  name,
  state: "note",
  found,
  wanted: "–",
  why,
});

export const lacking = (
  name: string,
  wanted: string,
  why: string,
  state: "missing" | "stale" | "unscored" = "missing",
  found = "nothing",
): ReleaseGateItem => ({ name, state, found, wanted, why });

/** What the gate rests on, or what it lacks. `of`: whose run, for example "the candidate". */
export function runItem(name: string, of: string, wanted: string, choice: RunChoice): ReleaseGateItem {
  if (choice.run) {
    const { id, finishedAt } = choice.run;
    return decided(true, { name, found: id, wanted, why: `It ended ${finishedAt ?? "at an unknown time"}.` });
  }
  if (choice.instead === null) return lacking(name, wanted, `There is no such run of ${of}.`);
  const { run, state, why } = choice.instead;
  return lacking(name, wanted, `${run} ${why}.`, state, run);
}

/** Results that could not be scored, of so many: more than the share says too little. */
export function unscoredItem(name: string, unscored: number, of: number, share: number, wantedText: string): ReleaseGateItem {
  const found = `${unscored} of ${of}`;
  if (of === 0) return lacking(name, wantedText, "The run has no results.", "unscored");
  if (unscored / of <= share + ROUNDING) return decided(true, { name, found, wanted: wantedText, why: "Enough was scored." });
  return lacking(
    name,
    wantedText,
    `${countText(unscored, "case")} of ${of} could not be scored: run the unscored again, or find out what the service or the judge lacks.`,
    "unscored",
    found,
  );
}

export function marksOf(runs: readonly GateRun[]): GateVerdict["marks"] {
  const marks: GateVerdict["marks"] = [];
  if (runs.some((run) => run.embedded)) marks.push("stand-in policy");
  if (runs.some((run) => run.syntheticData)) marks.push("synthetic");
  return marks;
}

const FAILS: ReadonlySet<ReleaseGateItem["state"]> = new Set(["failed", "missing", "stale", "unscored"]);

/** A gate passes where something was decided and nothing stands against it. */
export function verdictOf(
  name: GateName,
  required: boolean,
  items: ReleaseGateItem[],
  rests: { runs: readonly (GateRun | null)[]; remedies: GateVerdict["remedies"] },
): GateVerdict {
  const runs = rests.runs.filter((run) => run !== null);
  const passed = items.some((item) => item.state === "passed") && !items.some((item) => FAILS.has(item.state));
  return {
    name,
    required,
    state: passed ? "passed" : "failed",
    items,
    runs: [...new Set(runs.map((run) => run.id))],
    marks: marksOf(runs),
    remedies: rests.remedies,
  };
}
