"use client";
import { Button } from "@mantine/core";
import { Icon } from "@/components/ui/icon";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import classes from "./trajectory.module.css";

interface ReplayCheckProps {
  project: string;
  run: string;
  case: string;
  repeat: number;
}

/** Runs the trajectory again on its recorded model and tool outputs, and says whether it comes out the same. */
export function ReplayCheck(place: ReplayCheckProps) {
  const replay = useAction({ mutation: queries.runs.replay.mutationOptions() });
  const report = replay.data;
  return (
    <div className={classes.replay}>
      {/* Not disabled while it works: a button that is loses the focus. */}
      <Button size="xs" variant="default" aria-busy={replay.isPending} onClick={() => replay.isPending || replay.mutate(place)}>
        {replay.isPending ? "Replaying" : "Replay"}
      </Button>
      <span aria-live="polite" className={classes.faint}>
        {report ? (
          <>
            <Icon name={report.equal ? "check" : "warning"} /> {report.note}
            {report.difference ? (
              <>
                {" "}
                First at <code>{report.difference.place}</code>: stored <code>{report.difference.stored}</code>, replayed{" "}
                <code>{report.difference.replayed}</code>.
              </>
            ) : null}
          </>
        ) : (
          "runs the harness again on the recorded model and tool outputs"
        )}
      </span>
    </div>
  );
}
