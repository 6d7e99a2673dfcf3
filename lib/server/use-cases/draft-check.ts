import "server-only";
import { analystReader } from "@/db/analyst-reader";
import { listEntries } from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import type { Bundle } from "@/lib/contracts/harness";
import type { DraftCheck } from "@/lib/contracts/trial";
import { editedOperations } from "@/lib/evolution/apply";
import { type EvaluatedCase, partitionCases } from "@/lib/evolution/evaluated-case";
import { type HookRun, runHookOn } from "@/lib/evolution/hook-dry-run";
import { renderedBlocks } from "@/lib/evolution/prompt-check";
import { touchSet } from "@/lib/evolution/touch-set";
import { verifyEntry } from "@/lib/evolution/verify";
import { applyOperations } from "@/lib/harness/operations";
import { parseHarness } from "@/lib/harness/parse";
import { badRequest, notFound } from "../app-error";
import { BoundedMap } from "../bounded-map";
import type { Context } from "../context";
import { requireBundle } from "../lookups";
import { findStageOf, type StageKey } from "./stages";

type Draft = StageKey & { entry: string; files: Record<string, string | null>; case?: string | undefined };

/** A person who types asks many times a minute: results of a run are read anew after so long, in milliseconds. */
const RECENT_MS = 10_000;
const recent = new BoundedMap<string, { at: number; cases: EvaluatedCase[] }>(4);

function resultsOf(database: Store, run: string): EvaluatedCase[] {
  const known = recent.get(run);
  if (known && performance.now() - known.at < RECENT_MS) return known.cases;
  const cases = analystReader(database).results(run);
  recent.set(run, { at: performance.now(), cases });
  return cases;
}

/** The case on which prompt and Hooks are tried: the one asked for, else a predicted fix that fails, else any that fails. */
function chosenCase(cases: readonly EvaluatedCase[], failures: readonly EvaluatedCase[], fixes: readonly string[], id?: string) {
  if (id !== undefined) {
    const asked = failures.find(({ item }) => item.id === id) ?? cases.find(({ item }) => item.id === id);
    if (!asked) throw notFound("case", id);
    return asked;
  }
  const fix = fixes.find((one) => failures.some(({ item }) => item.id === one));
  return failures.find(({ item }) => item.id === fix) ?? failures[0] ?? cases[0];
}

/**
 * What is to be said of an entry whose right side a person is writing: its verification, and the changed prompt blocks and
 * Hooks on one case of the stage's base run. Stores nothing.
 */
export async function checkDraft({ studio }: Context, input: Draft): Promise<DraftCheck> {
  const { database, sandbox } = studio;
  const { stage } = findStageOf(database, input);
  const entry = listEntries(database, stage.id).find((one) => one.id === input.entry);
  if (!entry) throw notFound("entry", input.entry);
  if (!stage.baseVersion || !stage.baseRun) throw badRequest("stage: the first stage has no entries");
  const cases = resultsOf(database, stage.baseRun);
  const { failures, passes } = partitionCases(cases);
  const chosen = chosenCase(cases, failures, entry.predictedFixes, input.case);

  const base = requireBundle(database, stage.baseVersion);
  const operations = editedOperations(base, entry.operations, input.files);
  const items = cases.map(({ item }) => item);
  const { ok, changes, tokensAdded, diagnostics } = await verifyEntry({ base, operations, cases: items, sandbox });
  const known = parseHarness(base).harness;
  const paths = new Set(changes.map(({ path }) => path));
  const applied = applyOperations(base, operations);
  const tried =
    chosen && applied.ok
      ? await tryOn(applied.bundle, paths, sandbox, {
          item: chosen.item,
          trajectory: analystReader(database).trajectory(stage.baseRun, chosen.item.id, chosen.result.repeat),
        })
      : { prompt: [], hooks: [] };
  return { ok, diagnostics, tokensAdded, touched: known ? touchSet(changes, known, passes).length : 0, ...tried };
}

async function tryOn(
  head: Bundle,
  paths: ReadonlySet<string>,
  sandbox: Context["studio"]["sandbox"],
  on: Parameters<typeof runHookOn>[3],
): Promise<Pick<DraftCheck, "prompt" | "hooks">> {
  const { harness } = parseHarness(head);
  if (harness === null) return { prompt: [], hooks: [] };
  const hooks: HookRun[] = [];
  for (const hook of harness.hooks.filter(({ path }) => paths.has(path))) {
    for (const event of hook.events) hooks.push(await runHookOn(hook, event, sandbox, on, harness.config.hooks.timeoutMs));
  }
  return { prompt: renderedBlocks(harness, on.item, paths), hooks };
}
