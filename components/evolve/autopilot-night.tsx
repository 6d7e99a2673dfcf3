"use client";

import { Button, Progress } from "@mantine/core";
import { budgetText } from "@/components/runs/budget-form";
import { formatMoment } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { useAction } from "@/components/ui/use-action";
import { useNow } from "@/components/ui/use-now";
import { queries } from "@/lib/client/queries";
import type { Autopilot } from "@/lib/contracts/autopilot";
import type { CampaignChart } from "@/lib/contracts/evolution";
import own from "./autopilot.module.css";
import { BranchTable, Finish } from "./autopilot-branches";
import { spentAgainst, spentInAll } from "./autopilot-words";
import classes from "./evolve.module.css";

interface NightProps {
  project: string;
  chart: CampaignChart;
  night: Autopilot;
}

/** A moment in the reader's time, once it is known. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{useNow() === 0 ? at.slice(0, 16) : formatMoment(at)}</time>;
}

/** A night that waits or works: what it is doing, what it has spent of each limit, and its end at any time. */
export function NightUnderWay({ project, chart, night }: NightProps) {
  const stop = useAction({
    mutation: queries.autopilots.stop.mutationOptions(),
    invalidate: [queries.autopilots.key(), queries.campaigns.key()],
  });
  const waiting = night.status === "waiting";
  const from = chart.campaign.stages.find((stage) => stage.id === night.settings.from);
  return (
    <div className={own.running}>
      <div className={own.head}>
        <span role="status">
          <StatusBadge status={night.status} tone={waiting ? "neutral" : "active"} icon={waiting ? "pause" : "play"}>
            {waiting ? "waiting" : "at work"}
          </StatusBadge>{" "}
          {waiting && night.settings.startAt ? (
            <>
              begins on <Moment at={night.settings.startAt} />
            </>
          ) : (
            <strong>{night.doing === "" ? "Beginning" : night.doing}</strong>
          )}{" "}
          <span className={classes.small}>
            from {from?.name ?? "a stage"}, started by {night.by}. It never promotes.
          </span>
        </span>
        <Button
          variant="default"
          leftSection={<Icon name="stop" />}
          loading={stop.isPending}
          title="What it made stays"
          onClick={() => stop.mutate({ project, campaign: night.campaign, autopilot: night.id })}
        >
          Stop the night
        </Button>
      </div>
      <ul className={own.limits} aria-label="Spent against the budget">
        {spentAgainst(night).map(({ name, share, text }) => (
          <li key={name}>
            <span className={classes.small}>{text}</span>
            <Progress value={share} size="sm" color={share >= 90 ? "orange" : "blue"} aria-label={text} />
          </li>
        ))}
      </ul>
      {night.branches.length > 0 ? <BranchTable project={project} campaign={chart.campaign} night={night} /> : null}
    </div>
  );
}

/** The morning after: why it ended, what it took, and its branches, the surest first. */
export function MorningView({ project, chart, night }: NightProps) {
  const { finish, finishedAt } = night;
  return (
    <div className={own.running}>
      <p>{finish ? <Finish finish={finish} /> : null}</p>
      <p className={classes.small}>
        Begun <Moment at={night.startedAt ?? night.createdAt} /> by {night.by}
        {finishedAt ? (
          <>
            , ended <RelativeTime at={finishedAt} />
          </>
        ) : null}
        . Spent {spentInAll(night)}; the budget was {budgetText(night.settings.budget)}. Nothing was promoted.{" "}
        {night.settings.analyst.kind === "heuristic" ? <Mark kind="heuristic" /> : null}{" "}
        {chart.campaign.embedded ? <Mark kind="stand-in policy" /> : null}
      </p>
      {night.branches.length === 0 ? (
        <p className={classes.faint}>It ended before its first branch.</p>
      ) : (
        <BranchTable project={project} campaign={chart.campaign} night={night} />
      )}
    </div>
  );
}
