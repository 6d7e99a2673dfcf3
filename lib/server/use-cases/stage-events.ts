import "server-only";
import { findStage } from "@/db/campaign-repository";
import type { Stage } from "@/lib/contracts/evolution";
import { toStage } from "../campaign-view";
import type { Context } from "../context";
import { findStageOf, type StageKey } from "./stages";

/** Changes that come closer together than this are told once, in milliseconds. */
const APART_MS = 150;
/** A stage is told whole: one of many long texts is told so much less often that it stays below about 1 MB a second. */
const CHARACTERS_A_MS = 1_000;
/** How often the stage is looked at where nobody told of a change: a run that ends moves it too. In milliseconds. */
const LOOK_MS = 5_000;

/** The stage now, and again whenever something about it changed, until the signal is aborted. An unknown stage is an error at once. */
export function stageEvents({ studio }: Context, input: StageKey, signal?: AbortSignal): AsyncGenerator<Stage, void, void> {
  findStageOf(studio.database, input);
  return watchStage(studio, input, signal);
}

async function* watchStage(
  { database, stageEvents: bus }: Context["studio"],
  input: StageKey,
  signal?: AbortSignal,
): AsyncGenerator<Stage, void, void> {
  const watch = bus.watch(input.stage, signal);
  let told = "";
  try {
    while (!signal?.aborted) {
      const stored = findStage(database, input.campaign, input.stage);
      if (!stored) return;
      const stage = toStage(database, stored);
      const text = JSON.stringify(stage);
      if (text !== told) {
        told = text;
        yield stage;
      }
      if (!signal?.aborted) await watch.next(LOOK_MS);
      if (!signal?.aborted) await watch.pause(Math.max(APART_MS, told.length / CHARACTERS_A_MS));
    }
  } finally {
    watch.stop();
  }
}
