"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { ErrorState } from "@/components/ui/error-state";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { Release, ReleaseDetail } from "@/lib/contracts/release";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import { channelWords } from "./channel-words";
import { GateMarks } from "./gate-marks";
import { OverrideMark, SignedMark, VerificationMark } from "./release-marks";
import classes from "./releases.module.css";
import { RunLink } from "./run-link";

/** Marks of whatever stood behind the gates, each once. */
const marksOf = ({ gates }: ReleaseDetail) => [...new Set((gates?.gates ?? []).flatMap(({ marks }) => marks))];

/** What a channel serves: since when, in whose name and why, and whether it is what its manifest says. */
export function ServesNow({ project, channel, release }: { project: string; channel: ReleaseChannel; release: Release | null }) {
  const detail = useQuery({
    ...queries.releases.get.queryOptions({ input: { project, release: release?.id ?? "" } }),
    enabled: release !== null,
  });
  if (!release) {
    return (
      <p className={classes.nothing}>{channelWords[channel]} serves nothing yet. Promote a version with a policy to begin.</p>
    );
  }
  return (
    <section
      aria-label={`${channelWords[channel]} serves now`}
      className={classes.now}
      data-broken={detail.data?.verification.state === "broken" || undefined}
    >
      <div className={classes.nowHead}>
        <Link href={projectHref(project, `/releases/${release.id}`)} className={classes.nowName}>
          {release.versionName}
        </Link>
        <Hash value={release.version} href={projectHref(project, `/harness/${release.version.slice(0, 12)}`)} />
        <OverrideMark release={release} />
        {detail.data && <VerificationMark verification={detail.data.verification} />}
        {release.manifestHash !== null && <SignedMark signed={release.signed} />}
        <GateMarks results={release.gateResults} />
        {detail.data && marksOf(detail.data).map((mark) => <Mark key={mark} kind={mark} />)}
      </div>
      <p className={classes.soft}>
        {release.kind === "promote" ? "Promoted" : "Rolled back"} by {release.actor}
        {release.requestedBy !== null && `, asked for by ${release.requestedBy}`}, <RelativeTime at={release.createdAt} />:{" "}
        {release.reason}
      </p>
      {release.override !== null && (
        <p className={classes.warn}>
          Overridden by {release.override.by}: {release.override.reason}
        </p>
      )}
      {detail.data?.verification.state === "broken" && (
        <ul className={classes.problems}>
          {detail.data.verification.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <p className={classes.small}>
        {release.run === null ? (
          "No run stood behind this move."
        ) : (
          <>
            Run behind it: <RunLink project={project} run={release.run} />
          </>
        )}
        {" · "}
        <Link href={projectHref(project, `/releases/${release.id}`)} className={classes.inText}>
          Gates, manifest and evidence
        </Link>
      </p>
      {detail.isError && <ErrorState error={detail.error} onRetry={() => detail.refetch()} />}
    </section>
  );
}
