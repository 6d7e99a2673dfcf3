"use client";

import { Button, Checkbox, Radio, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { metricNames, VerdictMark } from "@/components/runs/difference-table";
import { FlipSummary } from "@/components/runs/flip-list";
import { formatPoints, plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { queries } from "@/lib/client/queries";
import { DecisionKind, type Stage, type StageDecision } from "@/lib/contracts/evolution";
import type { Comparison } from "@/lib/contracts/run";
import { ConflictNotice } from "./conflict-notice";
import classes from "./evolve.module.css";
import type { StageActions, StageKey } from "./use-stage-actions";

interface DecidePanelProps {
  stageKey: StageKey;
  stage: Stage;
  comparison: Comparison | null;
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

/** What was decided, by whom, when and why. */
export function DecisionLine({ decision }: { decision: StageDecision }) {
  const { kind, reason, by, at } = decision;
  return (
    <p>
      <StatusBadge status={kind}>{done[kind]}</StatusBadge> by {by}, <RelativeTime at={at} />: {reason}
    </p>
  );
}

/** Promote, go on, roll back or stop, with the reason. A promotion names the release it saw in production. */
export function DecidePanel({ stageKey, stage, comparison, actions, reload, onDecided }: DecidePanelProps) {
  const { project } = stageKey;
  const releases = useQuery(queries.releases.list.queryOptions({ input: { project } }));
  const [kind, setKind] = useState<DecisionKind | null>(null);
  const [reason, setReason] = useState("");
  const [aware, setAware] = useState(false);
  const evaluated = stage.step === "regression-check";
  const production = releases.data?.[0] ?? null;
  const brokenP0 = comparison?.brokenP0.length ?? 0;
  const blocked = kind === "promote" && (brokenP0 > 0 && !aware ? true : releases.data === undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!kind || reason.trim() === "" || blocked) return;
    actions.decide.mutate(
      { ...stageKey, kind, reason: reason.trim(), ...(kind === "promote" ? { expectedRelease: production?.id ?? null } : {}) },
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
        {production ? (
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
      {comparison ? (
        <ul className={classes.problems}>
          {comparison.metrics.map((difference) => (
            <li key={difference.metric}>
              {metricNames[difference.metric]} {formatPoints(difference.difference)} points{" "}
              <VerdictMark difference={difference} noise={comparison.noise?.[difference.metric] ?? null} />
            </li>
          ))}
          <li>
            <FlipSummary flips={comparison.flips} />
            {brokenP0 > 0 ? `, ${plural(brokenP0, "P0 case")} among the broken` : ""}
          </li>
        </ul>
      ) : null}
      <Radio.Group aria-label="Decision" value={kind} onChange={(value) => setKind(DecisionKind.parse(value))}>
        <div className={classes.choices}>
          {DecisionKind.options.map((value) => (
            <Radio
              key={value}
              value={value}
              label={choices[value].label}
              description={choices[value].description}
              disabled={!evaluated && (value === "promote" || value === "another-stage")}
            />
          ))}
        </div>
      </Radio.Group>
      {kind === "promote" && brokenP0 > 0 ? (
        <Checkbox
          checked={aware}
          onChange={(event) => setAware(event.currentTarget.checked)}
          label={`Promote although ${plural(brokenP0, "P0 case")} broke. The reason says why.`}
        />
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
          disabled={!kind || reason.trim() === "" || blocked}
        >
          {kind ? choices[kind].label : "Decide"}
        </Button>
        <Link href={`/p/${project}/releases`} className={classes.small}>
          Release history
        </Link>
      </div>
    </form>
  );
}
