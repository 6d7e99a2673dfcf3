"use client";
import { NumberInput, Radio, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queries } from "@/lib/client/queries";
import type { Run } from "@/lib/contracts/run";
import classes from "./run-dialog.module.css";
import type { RunFields, RunProblems } from "./run-form";
import { runLabel } from "./run-name";

interface EarlyInputsProps {
  project: string;
  /** Id of the chosen data set. */
  dataset: string | null;
  fields: RunFields;
  problems: RunProblems;
  change: (next: Partial<RunFields>) => void;
}

const ALPHAS = [
  { value: "0.1", label: "10 % of such runs" },
  { value: "0.05", label: "5 % of such runs" },
  { value: "0.01", label: "1 % of such runs" },
];

/** Runs that an early decision can compare with: complete, of the same data set, one repeat. */
const canBeBase = (run: Run, dataset: string | null): boolean =>
  run.dataset === dataset && run.status === "completed" && run.settings.repeats === 1;

/** Whether the run may end as soon as the comparison with an earlier one is decided, and how. */
export function EarlyInputs({ project, dataset, fields, problems, change }: EarlyInputsProps) {
  const runs = useQuery(queries.runs.list.queryOptions({ input: { project, limit: 500 } }));
  const bases = (runs.data?.items ?? []).filter((run) => canBeBase(run, dataset));
  const none = runs.data !== undefined && bases.length === 0;
  return (
    <>
      <Radio.Group
        label="Early decision"
        value={fields.early}
        onChange={(value) => {
          if (value !== "anytime" && value !== "curtail") return change({ early: "none" });
          change({ early: value, base: fields.base ?? bases[0]?.id ?? null });
        }}
      >
        <div className={classes.folded} style={{ paddingTop: 4, gap: 8 }}>
          <Radio value="none" label="None: run every case" />
          <Radio
            value="anytime"
            label="Stop as soon as it is shown to be worse"
            description="Cases come in random order; whenever one looks, false halts stay within the share chosen."
            disabled={none}
          />
          <Radio
            value="curtail"
            label="Fail-first: stop once the gain is out of reach or certain"
            description="What the base failed comes first; the decision is that of the whole run."
            disabled={none}
          />
        </div>
      </Radio.Group>
      {none ? <p className={classes.basis}>No complete run of this data set with one repeat to compare with yet.</p> : null}
      {fields.early === "none" ? null : (
        <div className={classes.early}>
          <Select
            label="Compare with"
            placeholder="A complete run of this data set"
            searchable
            allowDeselect={false}
            data={bases.map((run) => ({ value: run.id, label: runLabel(run) }))}
            value={bases.some((run) => run.id === fields.base) ? fields.base : null}
            onChange={(base) => change({ base })}
            error={problems.base}
          />
          {fields.early === "anytime" ? (
            <Select
              label="A version that is no worse is halted in at most"
              allowDeselect={false}
              w={260}
              data={ALPHAS}
              value={fields.alpha}
              onChange={(value) => change({ alpha: value ?? fields.alpha })}
              error={problems.alpha}
            />
          ) : (
            <NumberInput
              label="Net gain that is needed"
              description="Cases won minus cases lost, in Accuracy."
              min={1}
              w={260}
              value={fields.needed}
              onChange={(needed) => change({ needed })}
              error={problems.needed}
            />
          )}
        </div>
      )}
    </>
  );
}
