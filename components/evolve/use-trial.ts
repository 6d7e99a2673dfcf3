"use client";

import { useState } from "react";
import type { Entry, Stage } from "@/lib/contracts/evolution";
import type { Draft } from "./drafts";
import { defaultTrial } from "./trial-panel";
import type { StageActions, StageKey } from "./use-stage-actions";

interface TrialSettings {
  stageKey: StageKey;
  stage: Stage;
  entry: Entry | null;
  draft: Draft | null;
  actions: StageActions;
  reload: () => void;
}

/** Trying the entry that is shown, or the edit of it that is open. */
export function useTrial({ stageKey, stage, entry, draft, actions, reload }: TrialSettings) {
  const [size, setSize] = useState(defaultTrial);
  const [asked, setAsked] = useState<string | null>(null);
  const { tryEntry, stopTrial } = actions;
  const trial = stage.trials.find((item) => item.entry === entry?.id) ?? null;
  const here = entry !== null && asked === entry.id;
  const start = () => {
    if (!entry || tryEntry.isPending || trial?.status === "running" || size.fails + size.atRisk === 0) return;
    setAsked(entry.id);
    tryEntry.mutate({ ...stageKey, entry: entry.id, ...size, ...(draft === null ? {} : { files: draft.files }) });
  };
  return {
    start,
    /** Why nothing can be tried. */
    closed: (past: boolean, diagnosing: boolean): string =>
      past
        ? "The stage has moved on: its evaluation says more."
        : diagnosing
          ? "A diagnosis is under way."
          : "It does not verify. Edit it first, then try the edit.",
    panel: {
      trial,
      size,
      onSize: setSize,
      starting: tryEntry.isPending && here,
      stopping: stopTrial.isPending,
      error: here ? tryEntry.error : null,
      onTry: start,
      onStop: () => {
        if (trial) stopTrial.mutate({ ...stageKey, trial: trial.id });
      },
      onReload: () => {
        tryEntry.reset();
        reload();
      },
    },
  };
}
