"use client";

import { useQueryClient } from "@tanstack/react-query";
import { isConflict } from "@/components/evolve/conflict-notice";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Entry, Stage } from "@/lib/contracts/evolution";
import type { Trial } from "@/lib/contracts/trial";
import { isBehind, withTrial } from "./stage-news";

/** Names a stage in every call. */
export interface StageKey {
  project: string;
  campaign: string;
  stage: string;
}

/** The writes of a stage. Each answers with the stage as it is then, which the page shows at once. */
export function useStageActions(key: StageKey) {
  const client = useQueryClient();
  const queryKey = queries.stages.get.queryKey({ input: key });
  const show = (stage: Stage) => {
    // An event of what somebody else did since may have come before this answer.
    client.setQueryData(queryKey, (shown) => (shown && isBehind(stage, shown) ? shown : stage));
    void client.invalidateQueries({ queryKey: queries.campaigns.key() });
  };
  const diagnose = useAction({ mutation: queries.stages.diagnose.mutationOptions(), onDone: show });
  const apply = useAction({
    mutation: queries.stages.apply.mutationOptions(),
    invalidate: [queries.versions.key()],
    onDone: show,
    quiet: () => true,
  });
  const evaluate = useAction({
    mutation: queries.stages.evaluate.mutationOptions(),
    // Without its events: that stream goes on, and to load it again would never be done.
    invalidate: [queries.stages.key({ type: "query" }), queries.campaigns.key(), queries.runs.list.key()],
  });
  const decide = useAction({
    mutation: queries.stages.decide.mutationOptions(),
    invalidate: [queries.releases.key(), queries.projects.key()],
    onDone: show,
    quiet: isConflict,
  });
  const entry = useAction({ mutation: queries.stages.decideEntry.mutationOptions(), onDone: show, quiet: () => true });
  const stopDiagnosis = useAction({ mutation: queries.stages.stopDiagnosis.mutationOptions(), onDone: show });
  const clusters = useAction({ mutation: queries.stages.editClusters.mutationOptions(), onDone: show, quiet: () => true });
  const propose = useAction({ mutation: queries.stages.propose.mutationOptions(), onDone: show, quiet: () => true });
  const retry = useAction({ mutation: queries.stages.retryEntry.mutationOptions(), onDone: show, quiet: () => true });
  const showTrial = (trial: Trial) => {
    client.setQueryData(queryKey, (shown) => shown && withTrial(shown, trial));
  };
  const tryEntry = useAction({ mutation: queries.stages.tryEntry.mutationOptions(), onDone: showTrial, quiet: () => true });
  const stopTrial = useAction({ mutation: queries.stages.stopTrial.mutationOptions(), onDone: showTrial });
  return { diagnose, stopDiagnosis, clusters, propose, apply, evaluate, decide, entry, retry, tryEntry, stopTrial };
}

export type StageActions = ReturnType<typeof useStageActions>;

/** A decision on an entry, named by the revision that was seen. */
export const entryDecision = (key: StageKey, entry: Entry, action: "accept" | "reopen") => ({
  ...key,
  entry: entry.id,
  revision: entry.revision,
  action,
});
