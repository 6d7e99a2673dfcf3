import "server-only";
import type { Store } from "@/db/client";
import { noiseSeeds } from "@/db/comparison-repository";
import { currentFaq } from "@/db/faq-repository";
import type { StoredRun } from "@/db/run-repository";
import type { Run } from "@/lib/contracts/run";
import { badRequest, conflict } from "../app-error";
import type { Context } from "../context";
import { requireEndpoint, requireRun } from "../lookups";
import { toRun } from "../run-view";
import { writeRun } from "./runs";

const HIGHEST_SEED = 2_147_483_647;

/** The lowest seed above the run's own that no repetition of it has. */
function nextSeed(store: Store, run: StoredRun): number {
  const used = new Set([run.settings.seed, ...noiseSeeds(store, run.id)]);
  let seed = run.settings.seed;
  while (used.has(seed)) seed = seed === HIGHEST_SEED ? 0 : seed + 1;
  return seed;
}

/** A repetition measures noise only where all but the seed is as it was. */
function requireUnchanged(store: Store, run: StoredRun): void {
  const endpoint = requireEndpoint(store, run.endpoint);
  if (endpoint.model !== run.model || endpoint.checkpoint !== run.checkpoint) {
    const now = [endpoint.model, endpoint.checkpoint].filter((part) => part !== "").join(" ");
    throw conflict("The endpoint serves another model than it did for this run, so a repetition would not measure noise.", {
      current: now,
    });
  }
  if (currentFaq(store, run.project) !== run.faq) {
    throw conflict("The FAQ changed since this run, so a repetition would not measure noise.", { current: "another FAQ" });
  }
}

/**
 * Starts an A/A run: an ended run again, all as it was but the seed, which is the next one unused. A repetition of a
 * repetition is one of the first run. It ends neither early nor by reuse: both would hide the noise.
 */
export function measureRunNoise(context: Context, input: { project: string; run: string; reason?: string | undefined }): Run {
  const { studio } = context;
  const id = studio.database.transaction((tx) => {
    const named = requireRun(tx, input.project, input.run);
    const run = named.noiseOf === null ? named : requireRun(tx, input.project, named.noiseOf);
    if (run.metrics === null) throw badRequest("run: measure the noise of a run that has ended");
    if (run.repliesOf !== null) throw badRequest("run: it judged the replies of another run; measure the noise of that one");
    requireUnchanged(tx, run);
    return writeRun(tx, context, {
      project: input.project,
      version: run.version,
      endpoint: run.endpoint,
      dataset: run.dataset,
      datasetVersion: run.datasetVersion,
      settings: { ...run.settings, seed: nextSeed(tx, run), early: null, reuse: false },
      judge: run.judge,
      noiseOf: run.id,
      reason: input.reason,
    });
  });
  studio.runner.start(id);
  return toRun(studio.database, requireRun(studio.database, input.project, id));
}
