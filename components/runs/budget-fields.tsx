"use client";
import { NumberInput } from "@mantine/core";
import type { Budget, RunOutcome } from "@/lib/contracts/run-settings";
import { amountText, type BudgetFields, budgetNames } from "./budget-form";
import classes from "./run-dialog.module.css";

const labels: Record<keyof Budget, string> = { calls: "Model calls", tokens: "Tokens", cost: "US dollars", minutes: "Minutes" };

interface BudgetInputsProps {
  fields: BudgetFields;
  problems: Partial<Record<keyof Budget, string>>;
  /** What the run has used already, shown beside each limit. */
  spent?: RunOutcome["spent"];
  onChange: (name: keyof Budget, value: string | number) => void;
}

/** The four limits of a run; empty means none. */
export function BudgetInputs({ fields, problems, spent, onChange }: BudgetInputsProps) {
  return (
    <div className={classes.four}>
      {budgetNames.map((name) => (
        <NumberInput
          key={name}
          label={labels[name]}
          description={spent ? `${amountText(name, spent[name])} so far` : undefined}
          placeholder="No limit"
          min={0}
          allowDecimal={name === "cost" || name === "minutes"}
          thousandSeparator=","
          hideControls
          value={fields[name]}
          error={problems[name]}
          onChange={(value) => onChange(name, value)}
        />
      ))}
    </div>
  );
}
