"use client";

import { Button, NumberInput, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { BudgetInputs } from "@/components/runs/budget-fields";
import { type BudgetFields, noBudget, parseBudget } from "@/components/runs/budget-form";
import { plural } from "@/components/ui/format";
import { Mark } from "@/components/ui/mark";
import { queries } from "@/lib/client/queries";
import type { Analyst, Stage } from "@/lib/contracts/evolution";
import { DiagnosisRunning } from "./diagnosis-running";
import { endedWords } from "./diagnosis-words";
import classes from "./evolve.module.css";

export interface DiagnosisChoice {
  analyst: Analyst;
  maxEntries: number;
  /** Limits of the model's part as they are typed. */
  budget: BudgetFields;
}

export const defaultDiagnosis: DiagnosisChoice = {
  analyst: { kind: "heuristic", endpoint: null },
  maxEntries: 3,
  budget: noBudget,
};

interface DiagnosePanelProps {
  project: string;
  stage: Stage;
  choice: DiagnosisChoice;
  onChoice: (choice: DiagnosisChoice) => void;
  pending: boolean;
  onStart: () => void;
  stopping: boolean;
  onStop: () => void;
}

/** Whether the diagnosis is being made: asked for just now, or running on the server. */
export const isDiagnosing = (stage: Stage, pending: boolean): boolean => pending || stage.diagnosis?.status === "running";

/** Whether the choice can be sent: a program spends nothing, so its limits do not matter. */
export const canDiagnose = ({ analyst, budget }: DiagnosisChoice): boolean =>
  analyst.kind === "heuristic" || parseBudget(budget).budget !== null;

function Choice({ choice, onChoice }: Pick<DiagnosePanelProps, "choice" | "onChoice">) {
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const models = (endpoints.data ?? []).filter((endpoint) => endpoint.kind !== "embedded");
  const { problems } = parseBudget(choice.budget);
  return (
    <>
      <div className={classes.row}>
        <Select
          label="Analyst"
          allowDeselect={false}
          w={340}
          data={[
            { value: "heuristic", label: "Heuristic, a program and not an LLM" },
            ...models.map((endpoint) => ({ value: endpoint.id, label: `${endpoint.name} · ${endpoint.model}` })),
          ]}
          value={choice.analyst.endpoint ?? "heuristic"}
          onChange={(value) =>
            onChoice({
              ...choice,
              analyst:
                value === null || value === "heuristic"
                  ? { kind: "heuristic", endpoint: null }
                  : { kind: "llm", endpoint: value },
            })
          }
        />
        <NumberInput
          label="Entries at most"
          min={1}
          max={20}
          w={130}
          value={choice.maxEntries}
          onChange={(value) => {
            const count = Number(value);
            if (Number.isInteger(count) && count >= 1 && count <= 20) onChoice({ ...choice, maxEntries: count });
          }}
        />
      </div>
      {choice.analyst.kind === "llm" ? (
        <BudgetInputs
          fields={choice.budget}
          problems={problems}
          onChange={(name, value) => onChoice({ ...choice, budget: { ...choice.budget, [name]: value } })}
        />
      ) : null}
      <p className={classes.small}>
        {choice.analyst.kind === "heuristic" ? <Mark kind="heuristic" /> : null}{" "}
        {endpoints.isError ? "The endpoints could not be read, so only the heuristic is offered. " : ""}
        {endpoints.data && models.length === 0 ? (
          <>
            To let a model diagnose,{" "}
            <Link className={classes.inText} href="/settings">
              connect an endpoint
            </Link>
            .
          </>
        ) : choice.analyst.kind === "llm" ? (
          "The clustering without a model runs beside it. Reached, a limit stops the diagnosis and it says so."
        ) : (
          "Three entries a stage keep each one's effect easy to see."
        )}
      </p>
    </>
  );
}

/** Who looks at the failures, how many entries may come of it and at what cost; while it runs, how far it is. */
export function DiagnosePanel({ project, stage, choice, onChoice, pending, onStart, stopping, onStop }: DiagnosePanelProps) {
  const { diagnosis } = stage;
  const running = isDiagnosing(stage, pending);
  const kept = stage.entries.accepted + stage.entries.edited;
  const past = stage.step !== "diagnose" && stage.step !== "confirm";
  const ended = diagnosis && !running ? endedWords(diagnosis) : null;
  return (
    <div className={`${classes.form} ${classes.narrow}`}>
      <p>
        The analyst reads the failures of{" "}
        {stage.baseRun ? (
          <Link className={classes.inText} href={`/p/${project}/runs/${stage.baseRun}?show=wrong`}>
            the run this stage starts from
          </Link>
        ) : (
          "the run"
        )}
        , groups them by cause and proposes edits. Nothing is changed before you accept it.
      </p>
      {ended ? (
        <p className={classes.notice} data-tone={diagnosis?.status === "failed" ? "bad" : undefined} role="alert">
          {ended.cause} {ended.next}
        </p>
      ) : null}
      {running ? (
        <DiagnosisRunning diagnosis={diagnosis} stopping={stopping} onStop={onStop} />
      ) : past ? (
        <p className={classes.faint}>The entries of this diagnosis have become a version; it is not repeated in this stage.</p>
      ) : (
        <>
          <Choice choice={choice} onChoice={onChoice} />
          <div className={classes.row}>
            <Button onClick={onStart} disabled={kept > 0 || !canDiagnose(choice)}>
              {diagnosis === null ? "Diagnose" : "Diagnose again"}
            </Button>
            {kept > 0 ? (
              <span className={classes.faint}>
                {plural(kept, "entry is", "entries are")} accepted. Reopen {kept === 1 ? "it" : "them"} before a new diagnosis.
              </span>
            ) : null}
          </div>
        </>
      )}
    </div>
  );
}
