"use client";
import { Button, Checkbox, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { RunDetail } from "@/lib/contracts/run";
import { type AgainPlan, againPlan, againWords } from "./again-plan";
import { BudgetInputs } from "./budget-fields";
import { budgetFieldsOf, moreBudget, parseBudget } from "./budget-form";
import classes from "./run-dialog.module.css";

function RunAgainDialog({ run, plan, onClose }: { run: RunDetail["run"]; plan: AgainPlan; onClose: () => void }) {
  const [failed, setFailed] = useState(plan.open === 0);
  const limited = Object.values(run.settings.budget).some((limit) => limit !== null);
  const [fields, setFields] = useState(
    plan.budget ? moreBudget(run.settings.budget, run.outcome.spent) : budgetFieldsOf(run.settings.budget),
  );
  const [shown, setShown] = useState(false);
  const { budget, problems } = parseBudget(fields, run.outcome.spent);
  const again = useAction({
    mutation: queries.runs.again.mutationOptions(),
    invalidate: [queries.runs.key(), queries.stages.key({ type: "query" }), queries.campaigns.key()],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={plan.early ? "Run to the end" : "Run again"}>
      <ReturnFocus />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setShown(true);
          if (budget) again.mutate({ project: run.project, run: run.id, failed, ...(limited && { budget }) });
        }}
      >
        {plan.failed > 0 && plan.open > 0 ? (
          <Checkbox
            label={`And those that failed (${plan.failed})`}
            checked={failed}
            onChange={(event) => setFailed(event.currentTarget.checked)}
          />
        ) : null}
        {againWords(plan, failed).map(({ text, warning }) => (
          <p key={text} className={warning ? classes.warning : undefined}>
            {warning ? <Icon name="warning" /> : null} {text}
          </p>
        ))}
        {limited ? (
          <>
            <p className={classes.basis}>
              {plan.budget ? `${run.reason ?? "The budget is spent."} Set another one.` : "The budget stays as it was."} What is
              spent already counts towards it.
            </p>
            <BudgetInputs
              fields={fields}
              problems={shown ? problems : {}}
              spent={run.outcome.spent}
              onChange={(name, value) => setFields((before) => ({ ...before, [name]: value }))}
            />
          </>
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Leave it as it is
          </Button>
          <Button type="submit" color={failed ? "red" : undefined} loading={again.isPending}>
            {failed && plan.open > 0 ? `Run ${plan.open + plan.failed} again` : plan.label.replace(/ \(.*/, "")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** A button and its dialog: runs what an ended run has no verdict on. Nothing where every case is scored. */
export function RunAgainButton({ run, metrics, primary = false }: RunDetail & { primary?: boolean }) {
  const [opened, setOpened] = useState(false);
  const dataset = useQuery(queries.datasets.get.queryOptions({ input: { project: run.project, dataset: run.dataset } }));
  const plan = dataset.data ? againPlan(run, metrics, dataset.data.role) : null;
  if (plan === null) return null;
  return (
    <>
      <Button variant={primary ? "filled" : "default"} onClick={() => setOpened(true)}>
        {plan.label}
      </Button>
      {opened ? <RunAgainDialog run={run} plan={plan} onClose={() => setOpened(false)} /> : null}
    </>
  );
}
