"use client";

import { useQuery } from "@tanstack/react-query";
import { CaseInput } from "@/components/runs/case-input";
import { incidentText } from "@/components/runs/incident-counts";
import { projectHref } from "@/components/shell/sections";
import { TrajectoryView } from "@/components/trajectory/trajectory-view";
import { formatDuration } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { ServedDetail } from "@/lib/contracts/serving";
import classes from "./serving.module.css";
import { StopReasonBadge } from "./stop-reason-badge";

function Detail({ project, detail }: { project: string; detail: ServedDetail }) {
  const { item, request, trajectory } = detail;
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <Section title="Request" aside={`${request.channel} channel`}>
          <CaseInput item={request} />
        </Section>
        <Section title="Reply" aside={`${item.channel} channel`}>
          {item.reply === "" ? (
            <p className={classes.faint}>{item.suppressed ? "Suppressed: nothing was said." : "Nothing was said."}</p>
          ) : (
            <blockquote className={classes.reply}>{item.reply}</blockquote>
          )}
          <p className={classes.small}>Incidents: {incidentText(item.incidents)}</p>
        </Section>
      </div>
      <TrajectoryView
        project={project}
        trajectory={trajectory}
        labels={{
          source: { "Served request": item.trajectory, Release: item.release, Version: item.versionName },
          embedded: item.embedded,
        }}
        name={item.trajectory}
        initial="waterfall"
      />
    </div>
  );
}

/** One served request: what was asked, what was said, and how it came to that. */
export function ServedRequestPage({ project, trajectory }: { project: string; trajectory: string }) {
  const detail = useQuery(queries.serving.get.queryOptions({ input: { project, trajectory } }));
  const list = projectHref(project, "/releases/served");
  return (
    <QueryState
      query={detail}
      what={{ name: "served request", id: trajectory }}
      back={{ label: "To the served requests", href: list }}
      rows={12}
    >
      {(data) => (
        <>
          <PageHeader
            trail={[
              { label: "Releases", href: projectHref(project, "/releases") },
              { label: "Served", href: list },
            ]}
            title="Served request"
            marks={
              <>
                <StopReasonBadge reason={data.item.stopReason} />
                {data.item.embedded ? <Mark kind="stand-in policy" /> : null}
              </>
            }
            detail={
              <>
                <RelativeTime at={data.item.at} /> in {formatDuration(data.item.wallMs)} by {data.item.versionName}{" "}
                <Hash value={data.item.version} href={projectHref(project, `/harness/${data.item.version}`)} /> ·{" "}
                {data.item.model} at {data.item.endpoint}
                {data.item.checkpoint === "" ? "" : `, ${data.item.checkpoint}`} · <code>{data.item.trajectory}</code>
              </>
            }
          />
          <Detail project={project} detail={data} />
        </>
      )}
    </QueryState>
  );
}
