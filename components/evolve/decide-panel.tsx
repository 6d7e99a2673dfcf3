"use client";

import { Button, Radio, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { failedGates } from "@/components/releases/gate-words";
import { overrideLacks } from "@/components/releases/override-lacks";
import { useOwnName } from "@/components/releases/use-own-name";
import { intervalText, VerdictMark } from "@/components/runs/difference-table";
import { FlipSummary } from "@/components/runs/flip-list";
import { formatPoints, formatShare, plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import { type Campaign, DecisionKind, type Stage, type StageDecision } from "@/lib/contracts/evolution";
import type { Comparison } from "@/lib/contracts/run";
import { ConflictNotice } from "./conflict-notice";
import { missingFor, refusalsOf, stopWordOf } from "./decide-choices";
import { DecideGates, useStageGates } from "./decide-gates";
import { BrokenP0 } from "./decide-p0";
import type { EarlyRejection } from "./early-rejection";
import classes from "./evolve.module.css";
import { metricWords } from "./metric-words";
import own from "./regression.module.css";
import type { StageActions, StageKey } from "./use-stage-actions";

interface DecidePanelProps {
  stageKey: StageKey;
  stage: Stage;
  comparison: Comparison | null;
  /** Set where the run was ended before it could count. */
  rejected: EarlyRejection | null;
  actions: StageActions;
  reload: () => void;
  onDecided: (kind: DecisionKind) => void;
}

const choices: Record<DecisionKind, { label: string; description: string }> = {
  promote: { label: "Promote", description: "Production moves to this version, and the stage becomes the selected checkpoint." },
  "another-stage": { label: "Another stage", description: "Keep this version and go on from it." },
  rollback: { label: "Roll back", description: "Decide against this version. The stage before is where the campaign stands." },
  stop: { label: "Stop", description: "End the campaign at its selected checkpoint. No further stage can be begun." },
};

const done: Record<DecisionKind, string> = {
  promote: "Promoted to production",
  "another-stage": "Kept, going on",
  rollback: "Rolled back",
  stop: "Campaign stopped",
};

/** What was decided, by whom, when and why, and which broken P0 cases were accepted. */
export function DecisionLine({ decision }: { decision: StageDecision }) {
  const { kind, reason, by, at, acceptedP0 } = decision;
  return (
    <p>
      <StatusBadge status={kind}>{done[kind]}</StatusBadge> by {by}, <RelativeTime at={at} />: {reason}
      {acceptedP0.length > 0 ? ` Broken P0 cases accepted: ${acceptedP0.join(", ")}.` : ""}
    </p>
  );
}

/** Each difference with its interval, what could have been found, the noise, and the verdict in words. */
function Differences({ comparison, kind }: { comparison: Comparison; kind: Campaign["kind"] }) {
  const words = metricWords(kind);
  const { noise, flips, brokenP0 } = comparison;
  return (
    <ul className={own.differences}>
      {comparison.metrics.map((difference) => {
        const floor = noise?.[difference.metric] ?? null;
        return (
          <li key={difference.metric}>
            {words[difference.metric]} <strong>{formatPoints(difference.difference)}</strong> points, {intervalText(difference)}{" "}
            <VerdictMark difference={difference} noise={floor} />
            <div className={classes.small}>
              n {difference.n}, detectable {formatShare(difference.minimumDetectable)},{" "}
              {floor === null ? "noise not measured" : `noise ±${formatShare(floor)}`}
            </div>
          </li>
        );
      })}
      <li>
        <FlipSummary flips={flips} />
        {brokenP0.length > 0 ? `, ${plural(brokenP0.length, "P0 case")} among the broken` : ""}
      </li>
    </ul>
  );
}

/** What the stop rule says after this stage, in one line. */
function StopLine({ stageKey }: { stageKey: StageKey }) {
  const { project, campaign } = stageKey;
  const chart = useQuery(queries.campaigns.chart.queryOptions({ input: { project, campaign } }));
  if (chart.isError) return <p className={classes.small}>The stop rule could not be read: {chart.error.message}</p>;
  if (!chart.data) return <p className={classes.small}>Reading the stop rule …</p>;
  const { stop, line, text } = stopWordOf(chart.data, stageKey.stage);
  return (
    <p className={classes.small} title={text}>
      <strong>Stop rule: {stop ? "stop" : "go on"}.</strong> {line}{" "}
      <Link className={classes.inText} href={`/p/${project}/evolve/${campaign}`}>
        Its clauses
      </Link>
    </p>
  );
}

/** Promote, go on, roll back or stop, with the reason. A promotion names the release it saw and each broken P0 case. */
export function DecidePanel({ stageKey, stage, comparison, rejected, actions, reload, onDecided }: DecidePanelProps) {
  const { project } = stageKey;
  const releases = useQuery(queries.releases.list.queryOptions({ input: { project } }));
  const [kind, setKind] = useState<DecisionKind | null>(null);
  const [reason, setReason] = useState("");
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [override, setOverride] = useState<string | null>(null);
  const { name } = useOwnName();
  const { set } = useUrlParams();
  const campaign = useQuery(queries.campaigns.get.queryOptions({ input: { project, campaign: stageKey.campaign } }));
  const campaignKind = campaign.data?.kind ?? "agent";
  const refusals = refusalsOf(stage, rejected, campaignKind);
  const production = releases.data?.[0] ?? null;
  const brokenP0 = comparison?.brokenP0 ?? [];
  const endpoint = campaign.data?.endpoint;
  const report = useStageGates(project, kind === "promote" ? stage.version : null, endpoint).data;
  const failed = report ? failedGates(report) : [];
  const gates = report ? overrideLacks(failed, override, name) : "The gates have not answered yet.";
  const given = { reason, brokenP0, accepted, productionKnown: releases.data !== undefined, gates };
  const missing = kind === null ? "Choose one." : (refusals[kind] ?? missingFor(kind, given));
  const accept = (id: string, yes: boolean) =>
    setAccepted((before) => new Set(yes ? [...before, id] : [...before].filter((other) => other !== id)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!kind || missing !== null) return;
    actions.decide.mutate(
      {
        ...stageKey,
        kind,
        reason: reason.trim(),
        ...(kind === "promote"
          ? {
              expectedRelease: production?.id ?? null,
              acceptedP0: [...accepted],
              override: failed.length > 0 && override !== null ? override.trim() : null,
            }
          : {}),
      },
      { onSuccess: () => onDecided(kind) },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {actions.decide.error ? (
        <ConflictNotice
          error={actions.decide.error}
          onReload={() => {
            actions.decide.reset();
            void releases.refetch();
            reload();
          }}
        />
      ) : null}
      <p className={classes.small}>
        {campaignKind === "judge" ? (
          "What is in production stays as it is: a judge serves no viewer."
        ) : production ? (
          <>
            In production now: {production.versionName} <Hash value={production.version} copy={false} />, since{" "}
            <RelativeTime at={production.createdAt} />, by {production.actor}.
          </>
        ) : releases.data ? (
          "Nothing is in production yet."
        ) : (
          "Reading what is in production …"
        )}
      </p>
      {rejected ? (
        <p className={classes.notice}>
          Rejected early: {rejected.wins} won, {rejected.losses} lost over {plural(rejected.ran, "case")}. Roll it back or stop;
          to go on with it, run it to the end first.
        </p>
      ) : comparison ? (
        <Differences comparison={comparison} kind={campaignKind} />
      ) : null}
      <StopLine stageKey={stageKey} />
      <Radio.Group aria-label="Decision" value={kind} onChange={(value) => setKind(DecisionKind.parse(value))}>
        <div className={classes.choices}>
          {DecisionKind.options.map((value) => (
            <Radio
              key={value}
              value={value}
              label={choices[value].label}
              description={refusals[value] ?? choices[value].description}
              disabled={refusals[value] !== null}
            />
          ))}
        </div>
      </Radio.Group>
      {kind === "promote" && brokenP0.length > 0 ? (
        <BrokenP0
          cases={brokenP0}
          flips={comparison?.flips ?? []}
          accepted={accepted}
          onAccept={accept}
          onOpen={(id) => set({ flip: id })}
        />
      ) : null}
      {kind === "promote" && stage.version !== null && endpoint !== undefined ? (
        <DecideGates project={project} version={stage.version} endpoint={endpoint} override={override} onOverride={setOverride} />
      ) : null}
      <Textarea
        label="Reason"
        description="Kept with the decision, for whoever looks at it later."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.row}>
        <Button
          type="submit"
          color={kind === "stop" || kind === "rollback" ? "orange.9" : undefined}
          loading={actions.decide.isPending}
          disabled={missing !== null}
        >
          {kind ? choices[kind].label : "Decide"}
        </Button>
        {kind === null || missing === null ? null : (
          <span className={classes.small} role="status">
            {missing}
          </span>
        )}
        {campaignKind === "judge" ? null : (
          <Link href={`/p/${project}/releases`} className={classes.small}>
            Release history
          </Link>
        )}
      </div>
    </form>
  );
}
