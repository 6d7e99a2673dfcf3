import type { EntryDraft } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import type { TrialCase } from "@/lib/contracts/trial";
import { earlyRule } from "@/lib/evaluation/early-decision";
import type { AnalystPort, RejectedEntry } from "@/lib/evolution/analyst";
import { addedLines, fileChanges } from "@/lib/evolution/changes";
import { partitionCases } from "@/lib/evolution/evaluated-case";
import { touchSet } from "@/lib/evolution/touch-set";
import { trialVerdict } from "@/lib/evolution/trial-verdict";
import { verifyEntry } from "@/lib/evolution/verify";
import { applyOperations } from "@/lib/harness/operations";
import { parseHarness } from "@/lib/harness/parse";
import type { HookSandbox } from "@/lib/kernel/ports";
import { avgOf, type RanCase, type Room } from "./room";

const MOST_ENTRIES = 3;
/** Cases that an entry is tried on: failing ones that it should fix, and passing ones at risk. */
const TRIED = { fails: 6, foreseen: 4, atRisk: 14 };
/** Cases whose AVG must rise net for a stage to stand. */
const NEEDED = 1;

export interface AcceptedEntry {
  draft: EntryDraft;
  touched: string[];
  /** Cases of the evaluation that are better or worse without it. */
  fixed: string[];
  broken: string[];
}

export interface PlayedStage {
  clusters: string[][];
  accepted: AcceptedEntry[];
  refused: { title: string; reason: string }[];
  /** Null where nothing was accepted. */
  outcome: { kept: boolean; fixed: string[]; broken: string[]; touched: string[] } | null;
  /** Model calls of trials and curtailed evaluation, and of a whole evaluation. */
  spent: { trials: number; evaluation: number; whole: number };
  bundle: Bundle;
  run: RanCase[];
  rejected: RejectedEntry[];
}

interface StageInput {
  bundle: Bundle;
  run: RanCase[];
  room: Room;
  analyst: AnalystPort;
  sandbox: HookSandbox;
  seed: number;
  rejected: readonly RejectedEntry[];
}

/** As many of the items as asked for, at even distances. */
const spreadOver = <T>(items: readonly T[], count: number): T[] =>
  items.filter((_, index) => Math.floor((index * count) / items.length) !== Math.floor(((index - 1) * count) / items.length));

const callsOf = (run: readonly RanCase[]) => run.reduce((sum, { result }) => sum + result.calls, 0);

const idOf = ({ item }: RanCase) => item.id;

function toTrialCase(why: TrialCase["why"], before: RanCase, after: RanCase): TrialCase {
  const change = after.result.state === "unscored" ? null : avgOf(after) - avgOf(before);
  return {
    case: idOf(before),
    category: before.item.category,
    priority: before.item.priority,
    comment: before.result.comment,
    why,
    before: before.result,
    after: change === null ? null : after.result,
    beforeReply: before.result.reply,
    afterReply: after.result.reply,
    outcome: change === null ? "unscored" : change > 0 ? "fixed" : change < 0 ? "broken" : "same",
    note: "",
  };
}

/**
 * One stage of the loop without a person: diagnose, propose at most three entries, verify, try each on a handful of cases and
 * accept those whose trial does not hurt, evaluate curtailed, keep the stage if AVG rises in more cases than it falls in. The
 * analyst gets the bundle and its run on the dev set and nothing else.
 */
export async function playStage(input: StageInput): Promise<PlayedStage> {
  const { bundle, run, room, analyst, sandbox, seed } = input;
  const before = new Map(run.map((one) => [idOf(one), one]));
  const seen = {
    bundle,
    cases: run.map(({ item, result }) => ({ item, result })),
    trajectory: (id: string) => before.get(id)?.trajectory ?? null,
    seed,
  };
  const { harness } = parseHarness(bundle);
  if (harness === null) throw new Error("the harness does not parse");
  const { passes } = partitionCases(run);
  const items = run.map(({ item }) => item);
  const verify = (operations: EntryDraft["operations"]) => verifyEntry({ base: bundle, operations, cases: items, sandbox });

  const { clusters } = await analyst.diagnose(seen);
  const { drafts } = await analyst.propose({
    ...seen,
    clusters,
    rejected: input.rejected,
    maxEntries: MOST_ENTRIES,
    verify: async (operations) => {
      const { ok, diagnostics } = await verify([...operations]);
      return ok ? [] : diagnostics.map(({ message }) => message);
    },
  });

  const accepted: AcceptedEntry[] = [];
  const refused: PlayedStage["refused"] = [];
  const rejected = [...input.rejected];
  const spent = { trials: 0, evaluation: 0, whole: callsOf(run) };
  const refuse = (draft: EntryDraft, reason: string, head: Bundle | null) => {
    refused.push({ title: draft.title, reason });
    const added = head === null ? [] : addedLines(fileChanges(bundle, head)).map(({ text }) => text);
    rejected.push({ title: draft.title, reason, added });
  };
  let head = bundle;
  for (const { attempts: _, ...draft } of drafts) {
    const alone = applyOperations(bundle, draft.operations);
    const together = applyOperations(head, draft.operations, bundle);
    const verified = await verify(draft.operations);
    if (!alone.ok || !together.ok || !verified.ok) {
      refuse(draft, verified.diagnostics[0]?.message ?? "it does not go with the others", alone.ok ? alone.bundle : null);
      continue;
    }
    const touched = touchSet(verified.changes, harness, passes);
    const foreseen = new Set(draft.predictedRisks);
    const unforeseen = touched.filter((id) => !foreseen.has(id));
    const near = draft.predictedRisks.slice(0, TRIED.foreseen);
    const atRisk = [...near, ...spreadOver(unforeseen, TRIED.atRisk - near.length)];
    const fails = draft.predictedFixes.slice(0, TRIED.fails);
    const tried = await room.run(alone.bundle, [...fails, ...atRisk]);
    spent.trials += callsOf(tried);
    const rows = tried.flatMap((after) => {
      const one = before.get(idOf(after));
      return one === undefined ? [] : [toTrialCase(fails.includes(idOf(after)) ? "fails" : "at-risk", one, after)];
    });
    const verdict = trialVerdict(rows);
    if (!verdict.accept) {
      refuse(draft, verdict.reason, alone.bundle);
      continue;
    }
    head = together.bundle;
    accepted.push({ draft, touched, fixed: [], broken: [] });
  }
  const nothing = { clusters: clusters.map((one) => one.cases), refused, spent };
  if (accepted.length === 0) return { ...nothing, accepted, outcome: null, bundle, run, rejected };

  const touched = [...new Set(accepted.flatMap((entry) => entry.touched))];
  const rule = earlyRule(
    { mode: "curtail", base: "", needed: NEEDED, metric: "avg", touched },
    [...before.keys()],
    (id) => {
      const one = before.get(id);
      return one === undefined || one.result.state === "unscored" ? null : avgOf(one);
    },
    seed,
  );
  const after = new Map((await room.run(head, [...before.keys()])).map((one) => [idOf(one), one]));
  for (const id of rule.order) {
    if (rule.decided() === "not-enough") break;
    const one = after.get(id);
    if (one === undefined) continue;
    spent.evaluation += one.result.calls;
    rule.observe(id, one.result.state === "unscored" ? null : avgOf(one));
  }
  const moved = (sign: number) =>
    [...before].flatMap(([id, one]) => {
      const change = avgOf(after.get(id) ?? one) - avgOf(one);
      return Math.sign(change) === sign ? [id] : [];
    });
  const [fixed, broken] = [moved(1), moved(-1)];
  const kept = fixed.length - broken.length >= NEEDED;
  await addCredit({ ...input, accepted, after, changed: [...fixed, ...broken] });
  for (const { draft } of kept ? [] : accepted) refuse(draft, "the stage was rolled back", head);
  const outcome = { kept, fixed, broken, touched };
  return { ...nothing, accepted, outcome, rejected, bundle: kept ? head : bundle, run: kept ? [...after.values()] : run };
}

/** Leave-one-out credit of each entry over the cases that the stage changed. */
async function addCredit(
  input: StageInput & { accepted: AcceptedEntry[]; after: ReadonlyMap<string, RanCase>; changed: readonly string[] },
): Promise<void> {
  const { accepted, bundle, room, after, changed } = input;
  for (const entry of accepted) {
    const operations = accepted.filter((one) => one !== entry).flatMap((one) => one.draft.operations);
    const others = applyOperations(bundle, operations, bundle);
    if (!others.ok) continue;
    for (const without of await room.run(others.bundle, changed)) {
      const change = avgOf(after.get(idOf(without)) ?? without) - avgOf(without);
      if (change > 0) entry.fixed.push(idOf(without));
      if (change < 0) entry.broken.push(idOf(without));
    }
  }
}
