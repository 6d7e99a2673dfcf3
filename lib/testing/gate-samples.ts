import { Decoding } from "@/lib/contracts/harness";
import { GateSettings, type JudgeCalibration, type PolicyIdentity, type ReleaseGateItem } from "@/lib/contracts/release-gate";
import { RunOutcome, RunSettings } from "@/lib/contracts/run-settings";
import { pairResults } from "@/lib/evaluation/compare";
import type { Capability } from "@/lib/release/capability/capability-of";
import { capabilityOf } from "@/lib/release/capability/capability-of";
import type { RunWanted } from "@/lib/release/gates/choose-run";
import type { GateFacts, GateRun, RunChoice, TimedRow } from "@/lib/release/gates/facts";
import { judgeGates } from "@/lib/release/gates/judge-gates";

export const AT = "2026-11-30T12:00:00.000Z";

export const policySample = (change: Partial<PolicyIdentity> = {}): PolicyIdentity => ({
  endpoint: "served",
  kind: "openai",
  baseUrl: "http://127.0.0.1:8000/v1",
  model: "policy",
  checkpoint: "c1",
  decoding: Decoding.parse({}),
  ...change,
});

/** A completed run of the candidate on the newest version of its set, two cases at once. */
export function gateRunSample(change: Partial<GateRun> = {}): GateRun {
  const { endpoint, decoding: _, ...endpointAtStart } = policySample();
  return {
    id: "run_1",
    version: "candidate",
    endpoint,
    dataset: "ds",
    datasetVersion: "d1",
    checkVersion: "checks",
    noiseOf: null,
    repliesOf: null,
    settings: RunSettings.parse({ concurrency: 2 }),
    outcome: RunOutcome.parse({ concurrency: { most: 2, last: 2, lowered: 0 } }),
    status: "completed",
    startedAt: "2026-11-30T10:00:00.000Z",
    finishedAt: "2026-11-30T11:00:00.000Z",
    embedded: false,
    syntheticData: false,
    judge: null,
    endpointAtStart,
    faq: null,
    scored: { accuracy: 100, effectiveness: 100 },
    source: null,
    alongside: [],
    ...change,
  };
}

export const wantedSample = (change: Partial<RunWanted> = {}): RunWanted => ({
  gate: "regression",
  policy: policySample(),
  dataset: { version: "d1" },
  judge: null,
  checkVersion: "checks",
  faq: null,
  maxConcurrency: 2,
  maxAgeDays: 30,
  at: AT,
  ...change,
});

const chosen = (run: GateRun): RunChoice => ({ run, instead: null });

/** A case that began `index` seconds after the first and took so long. */
export const timedRow = (index: number, wallMs: number, change: Partial<TimedRow> = {}): TimedRow => ({
  case: `case-${index}`,
  state: "scored",
  unscoredKind: null,
  wallMs,
  attempts: 1,
  reusedFrom: null,
  finishedAt: new Date(Date.parse("2026-11-30T10:00:00.000Z") + index * 1_000 + wallMs).toISOString(),
  ...change,
});

export interface ScoreSample {
  category?: string;
  priority?: "P0" | "P1";
  /** AVG before and after, 0 or 1; null is unscored. */
  from: 0 | 1 | null;
  to: 0 | 1 | null;
}

/** So many pairs of scores alike. */
export const times = (count: number, score: ScoreSample): ScoreSample[] => Array.from({ length: count }, () => score);

export function pairedSample(scores: readonly ScoreSample[]) {
  const rows = (side: "from" | "to") =>
    scores.map(({ category = "price", priority = "P1", ...score }, index) => ({
      ...{ case: `case-${index}`, category, priority },
      ...{ accuracy: score[side], effectiveness: score[side] },
    }));
  return pairResults(rows("from"), rows("to"));
}

/** Results of prompts of two instructions each; a letter for each instruction, `+` kept, `-` not, `?` unscored. */
export function capabilitySample(prompts: readonly string[]): Capability {
  const verdicts = { "+": "passed", "-": "failed", "?": "unscored" } as const;
  return capabilityOf(
    prompts.map((letters, index) => ({
      case: `prompt-${index}`,
      state: "scored" as const,
      checks: [...letters].flatMap((letter, place) =>
        (["strict", "loose"] as const).map((mode) => ({
          ...{ id: `${place}-${mode}`, kind: "ifeval", core: true, why: "", metric: "accuracy" as const },
          verdict: verdicts[letter as keyof typeof verdicts],
        })),
      ),
    })),
  );
}

export const calibrationSample = (
  change: Partial<JudgeCalibration> & {
    rates?: [truePositive: number | null, trueNegative: number | null];
    labels?: number;
  } = {},
): JudgeCalibration => {
  const { rates: [truePositive, trueNegative] = [0.95, 0.9], labels = 40, ...rest } = change;
  const metric = {
    truePositive: { rate: truePositive, n: labels / 2 },
    trueNegative: { rate: trueNegative, n: labels / 2 },
    ...{ abstained: 1, kappa: 0.8 },
  };
  return {
    ...{ id: "cal_1", project: "shop", judge: "panel", judgeVersion: "j1" },
    ...{ dataset: "labels", datasetName: "labels", datasetVersion: "l1" },
    ...{ synthetic: false, runs: ["run_j"], actor: "ada", createdAt: AT },
    metrics: { accuracy: metric, effectiveness: metric },
    ...rest,
  };
};

const PASSING = pairedSample([...times(10, { from: 0, to: 1 }), ...times(190, { from: 1, to: 1 })]);

/** Facts on which all three gates pass: ten cases better, none worse, fast, the same policy. */
export function factsSample(change: Partial<GateFacts> = {}): GateFacts {
  const run = gateRunSample();
  const base = gateRunSample({ id: "run_0", version: "production" });
  const bare = gateRunSample({ id: "run_b", version: "bare", dataset: "if" });
  const results = capabilitySample(["++", "+-", "++", "--"]);
  return {
    project: "shop",
    channel: "production",
    settings: GateSettings.parse({ regression: { dataset: "ds" }, capability: { dataset: "if" } }),
    settingsVersion: 1,
    at: AT,
    candidate: { version: "candidate", versionName: "New", policy: policySample() },
    production: { release: "rel_1", version: "production", versionName: "Old", policy: policySample() },
    evaluationSet: { id: "ds", name: "shop cases", version: "d1", role: "gate", looks: { runs: 1, wornOut: false } },
    capabilitySet: { id: "if", name: "prompts", version: "d1", role: "gate", looks: { runs: 1, wornOut: false } },
    judge: null,
    latency: { run: chosen(run), rows: Array.from({ length: 100 }, (_, index) => timedRow(index, 8_000 + index)) },
    regression: {
      candidate: chosen(run),
      production: chosen(base),
      paired: PASSING,
      unscoredP0: [],
    },
    capability: {
      bare: { version: "bare", versionName: "Bare policy" },
      ...{ candidate: chosen(bare), production: chosen(bare) },
      ...{ candidateResults: results, productionResults: results },
    },
    ...change,
  };
}

/** The items of a gate by name, as `state: found`. */
export const itemsOf = (facts: GateFacts, gate: "latency" | "regression" | "capability"): Record<string, ReleaseGateItem> =>
  Object.fromEntries(
    judgeGates(facts)
      .gates.filter((one) => one.name === gate)
      .flatMap((one) => one.items.map((item) => [item.name, item])),
  );

export const stateOf = (facts: GateFacts, gate: "latency" | "regression" | "capability") =>
  judgeGates(facts).gates.find((one) => one.name === gate)?.state;
