"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Run } from "@/lib/contracts/run";
import { isLive } from "./run-state";
import classes from "./runs.module.css";

/** Runs the same again with another seed, so that comparisons of this version know what two equal runs differ by. */
export function MeasureNoise({ run }: { run: Run }) {
  const measure = useAction({
    mutation: queries.runs.noise.mutationOptions(),
    done: (started) => `Noise run with seed ${started.settings.seed} started`,
    invalidate: [queries.runs.key()],
  });
  if (isLive(run.status) || run.repliesOf !== null) return null;
  if (measure.data) {
    return (
      <Link className={classes.inText} href={`/p/${run.project}/runs/${measure.data.id}`}>
        Noise run, seed {measure.data.settings.seed}
      </Link>
    );
  }
  return (
    <Button
      variant="default"
      loading={measure.isPending}
      title={`Runs ${run.versionName} again with another seed; all else stays as it was`}
      onClick={() =>
        measure.mutate({ project: run.project, run: run.id, reason: `Noise floor of ${run.versionName}, ${run.id}` })
      }
    >
      Measure noise
    </Button>
  );
}
