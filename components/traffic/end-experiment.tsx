"use client";
import { Button, Group, Modal, Textarea } from "@mantine/core";
import { useState } from "react";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Experiment } from "@/lib/contracts/traffic";
import classes from "./traffic.module.css";

export function EndExperiment({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const [conclusion, setConclusion] = useState("");
  const end = useAction({
    mutation: queries.traffic.end.mutationOptions(),
    done: `${experiment.name} has ended`,
    invalidate: [queries.traffic.key()],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={`End ${experiment.name}`}>
      <ReturnFocus />
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          end.mutate({ project: experiment.project, experiment: experiment.id, conclusion: conclusion.trim() });
        }}
      >
        <p>
          From the next request on everybody gets production, and it cannot be resumed. Outcomes can still be imported. To roll
          the treatment out, promote its version to production.
        </p>
        <Textarea
          label="Conclusion"
          required
          autosize
          minRows={2}
          maxLength={2_000}
          data-autofocus
          value={conclusion}
          onChange={(event) => setConclusion(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={end.isPending} disabled={conclusion.trim() === ""}>
            End it
          </Button>
          <Button variant="default" onClick={onClose}>
            Let it run
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
