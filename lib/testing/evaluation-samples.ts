import { Case } from "@/lib/contracts/case";
import type { CaseRow, Run } from "@/lib/contracts/run";
import { RunOutcome, RunSettings } from "@/lib/contracts/run-settings";
import { type Step, Trajectory } from "@/lib/contracts/trajectory";

/** A case with one check, changed as given. */
export function sampleCase(overrides: Record<string, unknown> = {}): Case {
  return Case.parse({
    id: "c1",
    category: "price",
    input: { comments: [{ text: "how much is it?" }] },
    checks: [{ id: "has-price", kind: "reply-contains", metric: "accuracy", any: ["89"] }],
    ...overrides,
  });
}

/** A trajectory that replied, changed as given. */
export function sampleTrajectory(overrides: Partial<Trajectory> = {}): Trajectory {
  return Trajectory.parse({
    schemaVersion: 1,
    harness: { name: "sample", hash: "0" },
    model: { endpoint: "scripted", model: "scripted", checkpoint: "" },
    seed: 1,
    channel: "public",
    steps: [],
    history: [],
    reply: "It is $89.",
    stopReason: "replied",
    usage: { promptTokens: 100, completionTokens: 10, calls: 1 },
    timings: { wallMs: 5, modelMs: 4, toolMs: 0, hookMs: 0, ttftMs: 1 },
    ...overrides,
  });
}

/** A tool call that answered with `result`. */
export function toolStep(tool: string, args: Record<string, string | number>, result: string | number = "ok"): Step {
  return {
    type: "tool-call",
    round: 1,
    atMs: 1,
    callId: tool,
    tool,
    arguments: args,
    outcome: { ok: true, result },
    durationMs: 1,
  };
}

/** A scored row, changed as given. */
export function sampleRow(overrides: Partial<CaseRow> = {}): CaseRow {
  return {
    run: "run_a",
    case: "c1",
    repeat: 0,
    category: "price",
    priority: "P1",
    state: "scored",
    reason: null,
    unscoredKind: null,
    accuracy: 1,
    effectiveness: 1,
    comment: "how much is it?",
    reply: "It is $89.",
    failedChecks: [],
    wallMs: 100,
    ttftMs: 10,
    promptTokens: 100,
    completionTokens: 10,
    calls: 1,
    attempts: 1,
    reusedFrom: null,
    finishedAt: "2026-11-30T10:00:00.000Z",
    ...overrides,
  };
}

/** A completed run, changed as given. */
export function sampleRun(overrides: Partial<Run> = {}): Run {
  const nothing = { mean: null, low: null, high: null, n: 0, unscored: 0 };
  return {
    id: "run_a",
    project: "demo",
    version: "0".repeat(64),
    versionName: "base",
    endpoint: "embedded",
    endpointName: "Embedded policy",
    embedded: true,
    model: "embedded-policy",
    checkpoint: "",
    dataset: "ds_dev",
    datasetName: "dev",
    datasetVersion: "1".repeat(64),
    syntheticData: true,
    checkVersion: "checks-1",
    judge: null,
    repliesOf: null,
    noiseOf: null,
    settings: RunSettings.parse({}),
    outcome: RunOutcome.parse({}),
    status: "completed",
    reason: null,
    counts: { total: 0, done: 0, scored: 0, unscored: 0, failed: 0 },
    accuracy: nothing,
    effectiveness: nothing,
    avg: nothing,
    actor: "test",
    createdAt: "2026-11-30T10:00:00.000Z",
    startedAt: "2026-11-30T10:00:00.000Z",
    finishedAt: "2026-11-30T10:00:10.000Z",
    ...overrides,
  };
}
