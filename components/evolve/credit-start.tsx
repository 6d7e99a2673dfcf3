"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { BudgetInputs } from "@/components/runs/budget-fields";
import { noBudget, parseBudget } from "@/components/runs/budget-form";
import { plural } from "@/components/ui/format";
import type { RunMetrics } from "@/lib/contracts/run";
import type { Budget } from "@/lib/contracts/run-settings";
import { creditEstimate, estimateWords, sensibleCalls } from "./credit-words";
import classes from "./evolve.module.css";
import own from "./regression.module.css";

interface CreditStartProps {
  /** Entries of the version and cases whose score changed. */
  entries: number;
  changed: number;
  metrics: Pick<RunMetrics, "cases" | "calls" | "tokens" | "cost">;
  /** Reruns that an unfinished credit has done and that are kept. */
  done: number;
  label: string;
  pending: boolean;
  onStart: (budget: Budget) => void;
  onCancel?: () => void;
}

/** What the reruns will take, the budget that they must keep to, and the button. */
export function CreditStart({ entries, changed, metrics, done, label, pending, onStart, onCancel }: CreditStartProps) {
  const estimate = creditEstimate(entries, changed, metrics, done);
  const [fields, setFields] = useState({ ...noBudget, calls: sensibleCalls(estimate) ?? "" });
  const { budget, problems } = parseBudget(fields);
  return (
    <form
      className={own.creditForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (budget) onStart(budget);
      }}
    >
      <p>
        The {plural(changed, "case")} whose score changed {changed === 1 ? "is" : "are"} run again, each time with one entry left
        out. A case that falls back without an entry was fixed by it, one that recovers was broken by it.{" "}
        {entries === 1 ? "With a single entry, leaving it out is the version before. " : ""}
        It will take {estimateWords(entries, changed, estimate, done)}.
      </p>
      <BudgetInputs
        fields={fields}
        problems={problems}
        onChange={(name, value) => setFields((before) => ({ ...before, [name]: value }))}
      />
      <div className={classes.row}>
        <Button type="submit" variant="default" loading={pending} disabled={budget === null}>
          {label}
        </Button>
        {onCancel ? (
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        <span className={classes.small}>At the limit the reruns end, and what is known by then is kept.</span>
      </div>
    </form>
  );
}
