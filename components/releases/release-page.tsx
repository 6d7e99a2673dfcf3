"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { EmptyState } from "@/components/ui/empty-state";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { saveFile } from "@/components/ui/save-file";
import { StatusBadge } from "@/components/ui/status-badge";
import { queries } from "@/lib/client/queries";
import type { Release, ReleaseDetail } from "@/lib/contracts/release";
import { channelQuery, channelWords } from "./channel-words";
import { EvidenceList } from "./evidence-list";
import { GateTable } from "./gate-table";
import { ManifestTable } from "./manifest-table";
import { OverrideBanner, OverrideMark, SignedMark, VerificationMark } from "./release-marks";
import classes from "./releases.module.css";
import { policyText, servesSame, switchedWords } from "./switches";

/** The releases before and after this one in its channel. */
function Neighbours({ project, release, all }: { project: string; release: Release; all: readonly Release[] }) {
  const at = all.findIndex((each) => each.id === release.id);
  const [after, before] = at < 0 ? [undefined, undefined] : [all[at - 1], all[at + 1]];
  const restored = all.find((each) => each.id === release.restored);
  const link = (to: Release) => (
    <Link href={projectHref(project, `/releases/${to.id}`)}>
      number {to.sequence}, {to.versionName}
    </Link>
  );
  return (
    <nav aria-label="Releases around it" className={classes.neighbours}>
      <span>Before it: {before ? link(before) : "nothing"}</span>
      <span>After it: {after ? link(after) : "nothing, it serves now"}</span>
      {restored && <span>Brought back: {link(restored)}</span>}
    </nav>
  );
}

function Detail({ project, detail }: { project: string; detail: ReleaseDetail }) {
  const { release, gates, manifest, verification } = detail;
  const { channel } = release;
  const list = useQuery(queries.releases.list.queryOptions({ input: { project, channel } }));
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const all = list.data ?? [];
  const current = all[0];
  const marks = [...new Set((gates?.gates ?? []).flatMap((gate) => gate.marks))];
  const back = projectHref(project, `/releases${channelQuery(channel)}`);
  const endpointName = endpoints.data?.find((each) => each.id === release.endpoint)?.name;
  return (
    <>
      <PageHeader
        trail={[
          { label: "Releases", href: projectHref(project, "/releases") },
          { label: channelWords[channel], href: back },
        ]}
        title={`Number ${release.sequence}: ${release.versionName}`}
        marks={
          <>
            <StatusBadge status={release.kind} />
            {current?.id === release.id && <StatusBadge status="production">serves now</StatusBadge>}
            <OverrideMark release={release} />
            <VerificationMark verification={verification} />
            {manifest && <SignedMark signed={release.signed} />}
            {marks.map((mark) => (
              <Mark key={mark} kind={mark} />
            ))}
          </>
        }
        detail={
          <>
            {release.kind === "promote" ? "Promoted" : "Rolled back"} by {release.actor}
            {release.requestedBy !== null && `, asked for by ${release.requestedBy}`}, <RelativeTime at={release.createdAt} />.
            The {switchedWords[release.switched]} moved to {release.versionName}{" "}
            <Hash value={release.version} href={projectHref(project, `/harness/${release.version.slice(0, 12)}`)} /> with{" "}
            {policyText(release, endpointName)}.
          </>
        }
        actions={
          <>
            {manifest && (
              <Button
                variant="default"
                leftSection={<Icon name="download" />}
                onClick={() =>
                  saveFile(
                    `manifest-${channel}-${release.sequence}.json`,
                    `${JSON.stringify(manifest, null, 2)}\n`,
                    "application/json",
                  )
                }
              >
                Manifest as JSON
              </Button>
            )}
            {current && current.id !== release.id && !servesSame(current, release) && (
              <Button
                variant="default"
                leftSection={<Icon name="rollback" />}
                component={Link}
                href={projectHref(project, `/releases${channelQuery(channel, { rollback: release.id })}`)}
              >
                Roll back to this
              </Button>
            )}
          </>
        }
      />
      <OverrideBanner release={release} />
      <p className={classes.soft}>
        <strong>Reason:</strong> {release.reason}
      </p>
      <Neighbours project={project} release={release} all={all} />
      {verification.problems.length > 0 && (
        <Section title="It does not verify">
          <ul className={classes.problems} role="alert">
            {verification.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Section>
      )}
      {(release.kind === "rollback" || release.evidence.length > 0) && (
        <Section title="Evidence">
          {release.evidence.length === 0 ? (
            <p className={classes.faint}>None was attached.</p>
          ) : (
            <EvidenceList project={project} evidence={release.evidence} />
          )}
        </Section>
      )}
      <Section
        title="Gates at the promotion"
        aside={
          gates && (
            <span>
              thresholds version {gates.settingsVersion},{" "}
              {gates.baseline
                ? `beside ${gates.baseline.versionName} ${gates.baseline.version.slice(0, 8)}`
                : "with nothing in production"}
            </span>
          )
        }
      >
        {gates ? (
          <GateTable report={gates} />
        ) : (
          <p className={classes.faint}>
            {release.kind === "rollback" ? "No gate is asked at a rollback." : "Released before gates were asked."}
          </p>
        )}
      </Section>
      <Section title="Manifest">
        {manifest ? (
          <ManifestTable project={project} signed={manifest} />
        ) : (
          <EmptyState title="No manifest">
            This release was made before releases had manifests. What it serves cannot be verified; the next move of the channel
            has one.
          </EmptyState>
        )}
      </Section>
    </>
  );
}

/** One release: what it consists of, whether that holds, what the gates said, and why it was made. */
export function ReleasePage({ project, release }: { project: string; release: string }) {
  const detail = useQuery(queries.releases.get.queryOptions({ input: { project, release } }));
  return (
    <QueryState
      query={detail}
      what={{ name: "release", id: release }}
      back={{ label: "To the releases", href: projectHref(project, "/releases") }}
      rows={12}
    >
      {(data) => <Detail project={project} detail={data} />}
    </QueryState>
  );
}
