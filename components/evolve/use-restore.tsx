"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Campaign, StageSummary, StopAdvice } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";
import { restoreReason } from "./restore-reason";

const SHOWN_MS = 12_000;

/**
 * Makes a stage the selected checkpoint at one click, with the reason taken from the stop rule's advice; the note that says so
 * can take it back. Production does not move.
 */
export function useRestore(project: string, campaign: Campaign, advice: StopAdvice) {
  const nameOf = (id: string | null) => campaign.stages.find((stage) => stage.id === id)?.name ?? "the stage";
  const select = useAction({
    mutation: queries.campaigns.select.mutationOptions(),
    invalidate: [queries.campaigns.key()],
  });
  const take = (stage: string, reason: string, message: (undo: React.ReactNode) => React.ReactNode) => {
    const before = campaign.selectedStage;
    select.mutate(
      { project, campaign: campaign.id, stage, reason },
      {
        onSuccess: () => {
          const id = `restore-${stage}`;
          const undo =
            before === null || before === stage ? null : (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  notifications.hide(id);
                  select.mutate({
                    project,
                    campaign: campaign.id,
                    stage: before,
                    reason: `Taken back: ${nameOf(stage)} was restored.`,
                  });
                }}
              >
                Undo
              </Button>
            );
          notifications.show({ id, message: message(undo), autoClose: SHOWN_MS });
        },
      },
    );
  };
  return {
    pending: select.isPending,
    restore: ({ id, name }: Pick<StageSummary, "id" | "name">) =>
      take(id, restoreReason(id, advice), (undo) => (
        <span className={classes.row}>
          {name} is the selected checkpoint: the next stage begins from it. Production does not move. {undo}
        </span>
      )),
  };
}
