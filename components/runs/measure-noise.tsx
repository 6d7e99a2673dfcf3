"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { ErrorText } from "@/components/ui/error-text";
import { queries } from "@/lib/client/queries";
import type { Run } from "@/lib/contracts/run";
import { isLive } from "./run-state";
import classes from "./runs.module.css";

/** Runs the same again with another seed, so that comparisons of this version know what two equal runs differ by. */
export function MeasureNoise({ run }: { run: Run }) {
  const client = useQueryClient();
  const measure = useMutation(
    queries.runs.noise.mutationOptions({ onSuccess: () => client.invalidateQueries({ queryKey: queries.runs.key() }) }),
  );
  if (isLive(run.status) || run.repliesOf !== null) return null;
  if (measure.data) {
    return (
      <Link className={classes.inText} href={`/p/${run.project}/runs/${measure.data.id}`}>
        Noise run with seed {measure.data.settings.seed} started
      </Link>
    );
  }
  return (
    <>
      <Button
        variant="default"
        loading={measure.isPending}
        title={`Runs ${run.versionName} again with another seed; everything else stays as it was`}
        onClick={() => measure.mutate({ project: run.project, run: run.id })}
      >
        Measure noise
      </Button>
      {measure.isError ? <ErrorText error={measure.error} /> : null}
    </>
  );
}
