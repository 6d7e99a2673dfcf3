import { dirname, resolve } from "node:path";
import type { Gates, GateVerdict } from "@/lib/contracts/gates";
import type { Comparison, RunDetail } from "@/lib/contracts/run";
import type { RunSettings } from "@/lib/contracts/run-settings";
import { gateVerdict } from "@/lib/evaluation/gates/gate-verdict";
import { parseGates } from "@/lib/evaluation/gates/parse-gates";
import { readTextFile } from "./commands/import";
import type { StudioClient } from "./connection";
import { type Evaluation, evaluate } from "./evaluate";
import { CommandError } from "./exit";
import { note } from "./output";

export interface GatesFile {
  path: string;
  gates: Gates;
}

/** Reads a gates file; throws with every problem and its line. */
export async function readGatesFile(path: string): Promise<GatesFile> {
  const { gates, diagnostics } = parseGates(path, await readTextFile(path));
  if (!gates) {
    throw new CommandError(diagnostics.map((one) => `${one.path}:${one.line}:${one.column}: ${one.message}`).join("\n"));
  }
  return { path, gates };
}

const LIVE = new Set(["queued", "running", "paused"]);

/**
 * The run to compare with: that of the gates file, which must have ended, or a run of its harness folder (a path from the
 * file's own folder) on the same cases with the same settings; null where the file names none.
 */
export async function baselineRun(
  client: StudioClient,
  options: Evaluation,
  { path, gates: { baseline } }: GatesFile,
  dataset: string,
  settings: RunSettings,
): Promise<string | null> {
  if (!baseline) return null;
  if ("run" in baseline) {
    const { run } = await client.runs.get({ project: options.project, run: baseline.run });
    if (LIVE.has(run.status))
      throw new CommandError(`The baseline ${run.id} is ${run.status}; it can be compared with once it has ended.`);
    return run.id;
  }
  note(options, "The baseline first");
  const harness = resolve(dirname(path), baseline.harness);
  const { run } = await evaluate(client, { ...options, harness }, dataset, { ...settings, early: null });
  return run.id;
}

/** What the gates say of a run. */
export async function judgeRun(
  client: StudioClient,
  { gates }: GatesFile,
  { run, metrics }: RunDetail,
  baseline: string | null,
): Promise<{ verdict: GateVerdict; comparison: Comparison | null }> {
  const margin = gates.compare?.nonInferiority?.margin;
  const comparison =
    baseline === null
      ? null
      : await client.runs.compare({
          project: run.project,
          base: baseline,
          head: run.id,
          ...(margin !== undefined && { margin }),
        });
  // What the run was charged for, judges and retries among it; unknown where the policy has no price.
  const cost = metrics.cost === null ? null : Math.max(metrics.cost, run.outcome.spent.cost);
  return { verdict: gateVerdict(gates, run, { ...metrics, cost }, comparison), comparison };
}
