"use client";

import { Button, NumberInput, Progress, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { plural } from "@/components/ui/format";
import { Mark } from "@/components/ui/mark";
import { queries } from "@/lib/client/queries";
import type { Analyst, Stage } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";

export interface DiagnosisChoice {
  analyst: Analyst;
  maxEntries: number;
}

interface DiagnosePanelProps {
  project: string;
  stage: Stage;
  choice: DiagnosisChoice;
  onChoice: (choice: DiagnosisChoice) => void;
  pending: boolean;
  onStart: () => void;
}

/** Whether the diagnosis is being made: asked for just now, or running on the server. */
export const isDiagnosing = (stage: Stage, pending: boolean): boolean => pending || stage.diagnosis?.status === "running";

/** Who looks at the failures, and how many entries may come of it. */
export function DiagnosePanel({ project, stage, choice, onChoice, pending, onStart }: DiagnosePanelProps) {
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const [asked] = useState(() => stage.diagnosis);
  const models = (endpoints.data ?? []).filter((endpoint) => endpoint.kind !== "embedded");
  const { diagnosis } = stage;
  const running = isDiagnosing(stage, pending);
  const kept = stage.entries.accepted + stage.entries.edited;
  const past = stage.step !== "diagnose" && stage.step !== "confirm";
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
      {diagnosis?.status === "failed" && !running ? (
        <p className={classes.notice} data-tone="bad" role="alert">
          The diagnosis failed. {diagnosis.error ?? "No reason was given."} Start it again, or choose another analyst.
        </p>
      ) : null}
      {running ? (
        <div role="status">
          <p>
            Diagnosing: clustering the failures, writing proposals and verifying each.{" "}
            {asked?.status === "running" ? "It goes on if you leave." : ""}
          </p>
          <Progress value={100} animated aria-label="Diagnosing" mt={6} />
        </div>
      ) : null}
      {past ? (
        <p className={classes.faint}>The entries of this diagnosis have become a version; it is not repeated in this stage.</p>
      ) : (
        <>
          <div className={classes.row}>
            <Select
              label="Analyst"
              allowDeselect={false}
              w={340}
              disabled={running}
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
              disabled={running}
              value={choice.maxEntries}
              onChange={(value) => {
                const count = Number(value);
                if (Number.isInteger(count) && count >= 1 && count <= 20) onChoice({ ...choice, maxEntries: count });
              }}
            />
          </div>
          <p className={classes.small}>
            {choice.analyst.kind === "heuristic" ? <Mark kind="heuristic" /> : null}{" "}
            {models.length === 0 ? (
              <>
                To let a model diagnose,{" "}
                <Link className={classes.inText} href="/settings">
                  connect an endpoint
                </Link>
                .
              </>
            ) : (
              "Three entries a stage keep each one's effect easy to see."
            )}
          </p>
          <div className={classes.row}>
            <Button onClick={onStart} loading={running} disabled={kept > 0}>
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
