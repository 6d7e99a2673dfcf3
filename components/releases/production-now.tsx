"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { Rate } from "@/components/ui/rate";
import { RelativeTime } from "@/components/ui/relative-time";
import { Stat, Stats } from "@/components/ui/stat";
import { queries } from "@/lib/client/queries";
import type { Release } from "@/lib/contracts/release";
import { OverrideMark } from "./release-marks";
import classes from "./releases.module.css";

/** What production serves, since when, and the scores of the run behind it. */
export function ProductionNow({ project, release }: { project: string; release: Release | null }) {
  const run = useQuery({
    ...queries.runs.get.queryOptions({ input: { project, run: release?.run ?? "" } }),
    enabled: release?.run != null,
  });
  if (!release) {
    return (
      <p className={classes.nothing}>
        Production serves nothing yet. <Link href={projectHref(project, "/releases?promote=choose")}>Promote a version</Link> to
        begin.
      </p>
    );
  }
  const behind = run.data?.run;
  return (
    <section aria-label="In production now" className={classes.now}>
      <div className={classes.nowHead}>
        <Link href={projectHref(project, `/harness/${release.version.slice(0, 12)}`)} className={classes.nowName}>
          {release.versionName}
        </Link>
        <Hash value={release.version} href={projectHref(project, `/harness/${release.version.slice(0, 12)}`)} />
        <OverrideMark release={release} />
        {behind?.embedded && <Mark kind="stand-in policy" />}
        {behind?.syntheticData && <Mark kind="synthetic" />}
      </div>
      <p className={classes.faint}>
        <Link href={projectHref(project, `/releases/${release.id}`)}>
          {release.kind === "promote" ? "Promoted" : "Rolled back to"}
        </Link>{" "}
        by {release.actor} <RelativeTime at={release.createdAt} />: {release.reason}
      </p>
      {behind ? (
        <div className={classes.nowStats}>
          <Stats>
            <Stat label="Accuracy, %" value={<Rate estimate={behind.accuracy} />} />
            <Stat label="Effectiveness, %" value={<Rate estimate={behind.effectiveness} />} />
            <Stat label="AVG, %" value={<Rate estimate={behind.avg} />} />
            <Stat
              label="Run behind it"
              value={<Link href={projectHref(project, `/runs/${behind.id}`)}>{behind.datasetName}</Link>}
              detail={`${behind.endpointName}${behind.checkpoint ? `, ${behind.checkpoint}` : ""}`}
            />
          </Stats>
        </div>
      ) : (
        release.run === null && <p className={classes.warn}>No run stood behind this move.</p>
      )}
    </section>
  );
}
