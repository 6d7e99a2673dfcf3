"use client";

import { Button, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { BudgetInputs } from "@/components/runs/budget-fields";
import { conflictOf } from "@/components/ui/describe-error";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { CampaignChart } from "@/lib/contracts/evolution";
import own from "./autopilot.module.css";
import { defaultNight, type NightFields, parseNight, worstCase } from "./autopilot-form";
import { ConflictNotice } from "./conflict-notice";
import classes from "./evolve.module.css";

const HEURISTIC = "heuristic";

interface AutopilotDialogProps {
  project: string;
  chart: CampaignChart;
  onClose: () => void;
}

/** What a night may do and spend, with its worst case in words before it starts. */
export function AutopilotDialog({ project, chart, onClose }: AutopilotDialogProps) {
  const { campaign } = chart;
  const evaluated = chart.points.filter((point) => point.metrics !== null);
  const [fields, setFields] = useState(() =>
    defaultNight(
      evaluated.find((point) => point.stage.id === campaign.selectedStage)?.stage.id ?? evaluated.at(-1)?.stage.id ?? null,
    ),
  );
  const [shown, setShown] = useState(false);
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const models = (endpoints.data ?? []).filter((endpoint) => endpoint.kind !== "embedded");
  const { settings, problems: all } = parseNight(fields, Date.now());
  const problems = shown ? all : {};
  const change = (next: Partial<NightFields>) => setFields((before) => ({ ...before, ...next }));
  const start = useAction({
    mutation: queries.autopilots.start.mutationOptions(),
    invalidate: [queries.autopilots.key(), queries.campaigns.key()],
    onDone: onClose,
    quiet: (error) => conflictOf(error) !== null,
  });
  const cases = evaluated.find((point) => point.stage.id === fields.from)?.metrics?.cases ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (settings) start.mutate({ project, campaign: campaign.id, settings });
  };
  return (
    <Modal opened onClose={onClose} title="A night of the autopilot" size={720}>
      <ReturnFocus />
      <form className={classes.form} noValidate onSubmit={submit}>
        <p>
          Diagnoses, proposes, tries and evaluates on branches by itself, and leaves stages to look at in the morning. It never
          promotes and decides nothing about your stages.
        </p>
        {start.error && conflictOf(start.error) ? <ConflictNotice error={start.error} onReload={onClose} /> : null}
        <Select
          label="Begin at"
          allowDeselect={false}
          data-autofocus
          openOnFocus={false}
          data={evaluated.map(({ stage }) => ({
            value: stage.id,
            label: `${stage.name} · ${stage.version?.slice(0, 8) ?? ""}${stage.id === campaign.selectedStage ? " · selected checkpoint" : ""}`,
          }))}
          value={fields.from}
          error={problems.from}
          onChange={(from) => change({ from })}
        />
        <Select
          label="Analyst"
          allowDeselect={false}
          data={[
            { value: HEURISTIC, label: "Heuristic, a program and not an LLM" },
            ...models.map((endpoint) => ({ value: endpoint.id, label: `${endpoint.name} · ${endpoint.model}` })),
          ]}
          value={fields.analyst.endpoint ?? HEURISTIC}
          onChange={(value) =>
            change({
              analyst:
                value === null || value === HEURISTIC ? { kind: "heuristic", endpoint: null } : { kind: "llm", endpoint: value },
            })
          }
        />
        <div className={own.pair}>
          <NumberInput
            label="Branches at most"
            min={1}
            max={8}
            value={fields.branches}
            error={problems.branches}
            onChange={(branches) => change({ branches })}
          />
          <NumberInput
            label="Stages of a branch at most"
            min={1}
            max={6}
            value={fields.depth}
            error={problems.depth}
            onChange={(depth) => change({ depth })}
          />
          <NumberInput
            label="Entries of a stage at most"
            min={1}
            max={5}
            value={fields.maxEntries}
            error={problems.maxEntries}
            onChange={(maxEntries) => change({ maxEntries })}
          />
        </div>
        <div>
          <BudgetInputs fields={fields} problems={problems} onChange={(name, value) => change({ [name]: value })} />
          <p className={classes.small} style={{ marginTop: 4 }}>
            A hard limit for everything together; at least one is needed. Only endpoints with a price count in US dollars.
          </p>
          {problems.budget ? (
            <p className={classes.notice} role="alert" style={{ margin: "6px 0 0" }}>
              {problems.budget}
            </p>
          ) : null}
        </div>
        <TextInput
          type="datetime-local"
          label="Start at"
          description="Your local time. Empty: at once. The studio must be running then."
          w={260}
          value={fields.startAt}
          error={problems.startAt}
          onChange={(event) => change({ startAt: event.currentTarget.value })}
        />
        <p className={own.worst} role="status">
          {settings ? worstCase(settings, cases) : "The worst case is shown here once a limit is set and every number is sound."}
        </p>
        <div className={classes.end}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={start.isPending} disabled={evaluated.length === 0}>
            {fields.startAt === "" ? "Start the night" : "Set the night"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
