import "server-only";
import { findCase } from "@/db/dataset-repository";
import { readFaq } from "@/db/faq-repository";
import { readTrajectoryText } from "@/db/result-repository";
import type { JsonValue } from "@/lib/contracts/ids";
import type { ReplayReport } from "@/lib/contracts/run";
import { Trajectory } from "@/lib/contracts/trajectory";
import { caseTask } from "@/lib/evaluation/case-task";
import { parseHarness } from "@/lib/harness/parse";
import { replayTask } from "@/lib/models/replay";
import { notFound, unprocessable } from "../app-error";
import type { Context } from "../context";
import { requireBundle, requireRun } from "../lookups";
import { assertShowsCases, recordTrajectoryLook } from "./looks";

const SHOWN = 300;

/**
 * Runs a stored trajectory again: the harness and the Hooks for real, the model, the tools and the clock from the record. An
 * unequal result means that the kernel has changed since, or that a Hook or module is not deterministic.
 */
export async function replayResult(
  context: Context,
  input: { project: string; run: string; case: string; repeat: number },
): Promise<ReplayReport> {
  const { studio } = context;
  const { database, sandbox } = studio;
  const run = requireRun(database, input.project, input.run);
  assertShowsCases(database, run);
  const stored = readTrajectoryText(database, run.id, input.case, input.repeat);
  const item = findCase(database, run.dataset, run.datasetVersion, input.case);
  if (stored === undefined || item === undefined) throw notFound("result", input.case);
  const { harness, diagnostics } = parseHarness(requireBundle(database, run.version));
  if (!harness) throw unprocessable("The harness does not parse.", { diagnostics });
  recordTrajectoryLook(context, run, item.id);
  const trajectory = readTrajectory(stored);
  if (!trajectory) return withoutReplay(stored, "The stored trajectory cannot be read by this version.");
  let replayed: string;
  try {
    const again = await replayTask(trajectory, {
      ...caseTask(harness, item),
      sandbox,
      faq: readFaq(database, run.faq),
    });
    replayed = JSON.stringify(again);
  } catch (error) {
    studio.report(error);
    return withoutReplay(stored, "The replay broke off. The studio's log has the details.");
  }
  const equal = replayed === stored;
  const difference = equal ? null : firstDifference(JSON.parse(stored), JSON.parse(replayed), "");
  return { equal, bytes: Buffer.byteLength(stored), difference, note: noteOn(trajectory, equal) };
}

/** The whole differs where there is nothing to set beside what is stored. */
function withoutReplay(stored: string, note: string): ReplayReport {
  const difference = { place: "", stored: clipped(stored), replayed: "null" };
  return { equal: false, bytes: Buffer.byteLength(stored), difference, note };
}

function readTrajectory(stored: string): Trajectory | null {
  try {
    return Trajectory.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

function noteOn({ clock }: Trajectory, equal: boolean): string {
  if (equal) return "The replay equals the stored trajectory byte for byte.";
  return clock === undefined
    ? "The trajectory was stored before clock readings were kept: its times cannot be replayed."
    : "The kernel has changed since, or a Hook or module is not deterministic.";
}

function firstDifference(stored: JsonValue, replayed: JsonValue, place: string): ReplayReport["difference"] {
  if (JSON.stringify(stored) === JSON.stringify(replayed)) return null;
  if (isObject(stored) && isObject(replayed)) {
    for (const key of new Set([...Object.keys(stored), ...Object.keys(replayed)])) {
      const token = key.replaceAll("~", "~0").replaceAll("/", "~1");
      const found = firstDifference(stored[key] ?? null, replayed[key] ?? null, `${place}/${token}`);
      if (found) return found;
    }
  }
  return { place, stored: shortened(stored), replayed: shortened(replayed) };
}

/** Lists are objects by index here. */
function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null;
}

function shortened(value: JsonValue): string {
  return clipped(JSON.stringify(value));
}

function clipped(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
