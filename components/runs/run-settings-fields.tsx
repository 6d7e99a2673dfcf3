"use client";
import { Checkbox, NumberInput } from "@mantine/core";
import { useState } from "react";
import { BudgetInputs } from "./budget-fields";
import { budgetNames, budgetText, parseBudget } from "./budget-form";
import { EarlyInputs } from "./early-fields";
import classes from "./run-dialog.module.css";
import { moreText, type RunFields, type RunProblems } from "./run-form";

interface RunSettingsInputsProps {
  project: string;
  dataset: string | null;
  fields: RunFields;
  /** Of each field; empty until they are to be shown. */
  problems: RunProblems;
  change: (next: Partial<RunFields>) => void;
}

function Fold({ title, says, forced, children }: { title: string; says: string; forced: boolean; children: React.ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.fold} open={opened || forced} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {title} <span>{says}</span>
      </summary>
      <div className={classes.folded}>{children}</div>
    </details>
  );
}

/** How a run goes: what nearly every run sets is in sight, the rest is folded away and says what it holds. */
export function RunSettingsInputs({ project, dataset, fields, problems, change }: RunSettingsInputsProps) {
  const { budget } = parseBudget(fields);
  const number = (name: "concurrency" | "maxConcurrency" | "repeats" | "seed" | "retries") => ({
    value: fields[name],
    error: problems[name],
    onChange: (value: string | number) => change({ [name]: value }),
  });
  return (
    <>
      <div className={classes.three}>
        <NumberInput label="Cases at once" min={1} max={256} {...number("concurrency")} />
        <NumberInput label="May grow to" placeholder="Does not grow" min={1} max={1_024} {...number("maxConcurrency")} />
        <NumberInput label="Repeats of each case" min={1} max={20} {...number("repeats")} />
      </div>
      <Fold
        title="Budget"
        says={budget ? budgetText(budget) : "not sound"}
        forced={budgetNames.some((name) => problems[name] !== undefined)}
      >
        <BudgetInputs fields={fields} problems={problems} onChange={(name, value) => change({ [name]: value })} />
        <p className={classes.basis}>
          At a limit the cases under way finish, no further one begins, and the rest is unscored and says why. It can be run
          later.
        </p>
      </Fold>
      <Fold
        title="More settings"
        says={moreText(fields)}
        forced={(["seed", "retries", "base", "alpha", "needed"] as const).some((name) => problems[name] !== undefined)}
      >
        <div className={classes.three}>
          <NumberInput label="Seed" min={0} max={2_147_483_647} {...number("seed")} />
          <NumberInput label="Retries" min={0} max={10} {...number("retries")} />
        </div>
        <p className={classes.basis}>Only faults of the model's service that may pass are retried; a wrong reply never is.</p>
        <Checkbox
          label="Take results of earlier runs whose inputs are equal"
          description="A tenth of them is run again to check. Latency is not measured for results that are taken over."
          checked={fields.reuse}
          onChange={(event) => change({ reuse: event.currentTarget.checked })}
        />
        <EarlyInputs project={project} dataset={dataset} fields={fields} problems={problems} change={change} />
      </Fold>
    </>
  );
}
