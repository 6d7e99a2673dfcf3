import { Case, type Check, type Judged } from "@/lib/contracts/case";
import type { Bundle } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import { type CaseResult, NO_INCIDENTS, type TrajectoryFeatures } from "@/lib/contracts/run";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";

/** What one sample case should be; all but the id has a default. */
export interface SampleCase {
  id: string;
  category?: string;
  priority?: "P0" | "P1" | "P2";
  comments?: string[];
  language?: string;
  checks?: Check[];
  failed?: string[];
  state?: "scored" | "unscored" | "failed";
  why?: string;
  reply?: string;
  reference?: string;
  context?: JsonObject;
  /** For judges: the reply to grade. */
  judged?: Judged;
  features?: Partial<TrajectoryFeatures>;
}

const passed = (sample: SampleCase) => (sample.failed ?? []).length === 0 && sample.state !== "failed";

/** A case and its result as evaluation would store them. */
export function sampleEvaluatedCase(sample: SampleCase): { item: Case; result: CaseResult } {
  const checks: Check[] = sample.checks ?? [
    { id: "reply", metric: "accuracy", core: true, kind: "reply-contains", any: ["yes"] },
  ];
  const item = Case.parse({
    id: sample.id,
    category: sample.category ?? "general",
    priority: sample.priority ?? "P1",
    input: { comments: (sample.comments ?? ["is this any good"]).map((text) => ({ text })) },
    checks,
    language: sample.language ?? "en",
    reference: sample.reference,
    context: sample.context,
    judged: sample.judged,
  });
  const failed = new Set(sample.failed ?? []);
  const unscored = sample.state === "unscored";
  const score = unscored ? null : passed(sample) ? 1 : 0;
  const reply = sample.reply ?? "Here you are.";
  const result: CaseResult = {
    run: "run_sample",
    case: sample.id,
    repeat: 0,
    category: item.category,
    priority: item.priority,
    state: sample.state ?? "scored",
    reason: unscored ? "model unreachable" : null,
    unscoredKind: unscored ? "infrastructure" : null,
    accuracy: score,
    effectiveness: score,
    comment: item.input.comments[0]?.text ?? "",
    reply,
    failedChecks: [...failed],
    wallMs: 1,
    ttftMs: null,
    promptTokens: null,
    completionTokens: null,
    calls: 1,
    attempts: 1,
    reusedFrom: null,
    votes: [],
    finishedAt: "2026-01-01T00:00:00.000Z",
    checks: checks.map((check) => ({
      id: check.id,
      kind: check.kind,
      metric: check.metric,
      core: check.core,
      verdict: failed.has(check.id) ? "failed" : "passed",
      why: failed.has(check.id) ? (sample.why ?? `${check.kind} did not hold`) : "held",
    })),
    features: {
      skills: [],
      tools: [],
      toolErrors: [],
      hooks: [],
      promptBlocks: [],
      stopReason: "replied",
      rounds: 1,
      retries: 0,
      incidents: NO_INCIDENTS.total,
      ...sample.features,
    },
    seed: 1,
  };
  return { item, result };
}

/** A trajectory with a comment, the given tool calls and a reply. */
export function sampleTrajectory(sample: {
  comment?: string;
  calls?: { tool: string; result: string }[];
  skills?: string[];
  reply: string;
}): Trajectory {
  const steps: Step[] = [
    ...(sample.skills ?? []).map(
      (skill, index): Step => ({ type: "skill-load", round: 1, atMs: 0, callId: `s${index}`, skill, found: true }),
    ),
    ...(sample.calls ?? []).map(
      (call, index): Step => ({
        type: "tool-call",
        round: 1,
        atMs: 1,
        callId: `c${index}`,
        tool: call.tool,
        arguments: {},
        outcome: { ok: true, result: call.result },
        durationMs: 1,
      }),
    ),
    { type: "reply", round: 2, atMs: 2, content: sample.reply, channel: "public", suppressed: false },
  ];
  return {
    schemaVersion: 1,
    harness: { name: "sample", hash: "0".repeat(64) },
    model: { endpoint: "sample", model: "sample", checkpoint: "" },
    seed: 1,
    channel: "public",
    steps,
    history: [{ role: "user", content: sample.comment ?? "is this any good" }],
    reply: sample.reply,
    stopReason: "replied",
    usage: { promptTokens: null, completionTokens: null, calls: 1 },
    timings: { wallMs: 2, modelMs: 1, toolMs: 1, hookMs: 0, ttftMs: null },
  };
}

/** A small modular harness of a library desk: nothing of the demo room. */
export const SAMPLE_BUNDLE: Bundle = {
  "harness.yaml": "name: Library desk\ndescription: Answers readers.\n",
  "prompt/10-role.md": "---\norder: 10\n---\nYou answer readers at a library desk.\n\n- Be brief.\n",
  "skills/loans/SKILL.md":
    "---\nname: loans\ndescription: Questions about loans, due dates and renewals.\nmetadata:\n  kind: reply\n---\n# Loans\n\n- Use `find_loan` if possible.\n- Be friendly.\n",
  "skills/rooms/SKILL.md":
    "---\nname: rooms\ndescription: Questions about reading rooms and opening hours.\nmetadata:\n  kind: reply\n---\n# Rooms\n\n- Say which room it is.\n",
  "tools/find_loan.json": `${JSON.stringify(
    {
      name: "find_loan",
      description: "Looks up a loan by its number.",
      inputSchema: { type: "object", properties: { number: { type: "string" } } },
      binding: { kind: "fixture", table: "loans" },
    },
    null,
    2,
  )}\n`,
};
