import Link from "next/link";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import type { Run } from "@/lib/contracts/run";
import classes from "./runs.module.css";

/** The marks that a run's results carry wherever they appear. */
export function RunMarks({ run }: { run: Pick<Run, "embedded" | "syntheticData"> }) {
  return (
    <>
      {run.embedded ? <Mark kind="stand-in policy" /> : null}
      {run.syntheticData ? <Mark kind="synthetic" /> : null}
    </>
  );
}

/** A run by what was run: version name, its hash, and the run's own link. */
export function RunName({ run, project }: { run: Run; project: string }) {
  return (
    <span className={classes.named}>
      <Link href={`/p/${project}/runs/${run.id}`}>{run.versionName}</Link>
      <Hash value={run.version} href={`/p/${project}/harness/${run.version}`} />
    </span>
  );
}

/** A run in one line of text, for choices. */
export function runLabel(run: Run): string {
  return `${run.versionName} · ${run.version.slice(0, 8)} · ${run.endpointName} · ${run.datasetName} · ${run.createdAt.slice(0, 16).replace("T", " ")}`;
}
