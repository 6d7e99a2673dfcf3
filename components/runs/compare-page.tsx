"use client";

import { Button, MultiSelect, NumberInput, Select } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Comparison } from "@/lib/contracts/run";
import { CompareMany } from "./compare-many";
import { comparedRuns, MOST_RUNS } from "./compared-runs";
import { ComparisonView } from "./comparison-view";
import { RunMarks, RunName, runLabel } from "./run-name";
import classes from "./runs.module.css";

const DEFAULT_MARGIN = 2;

/** Runs paired case by case: two in detail (`?base=…&head=…`), up to twenty side by side (`?runs=a,b,c`, the base first). */
export function ComparePage({ project }: { project: string }) {
  const { get } = useUrlParams();
  const ids = comparedRuns(get);
  return ids.length > 2 ? <ManyRuns project={project} ids={ids} /> : <TwoRuns project={project} ids={ids} />;
}

const trailOf = (project: string) => [{ label: "Runs", href: `/p/${project}/runs` }];
const backOf = (project: string) => ({ label: "All runs", href: `/p/${project}/runs` });

function useRunChoices(project: string) {
  const runs = useQuery(queries.runs.list.queryOptions({ input: { project, limit: 200 } }));
  return (runs.data?.items ?? []).map((run) => ({ value: run.id, label: runLabel(run) }));
}

function ManyRuns({ project, ids }: { project: string; ids: string[] }) {
  const { set } = useUrlParams();
  const [base = "", ...heads] = ids;
  const choices = useRunChoices(project);
  const comparison = useQuery(queries.runs.compareMany.queryOptions({ input: { project, base, heads } }));
  const change = (next: string[]) => set({ runs: next.join(","), base: null, head: null, category: null });
  return (
    <>
      <PageHeader
        trail={trailOf(project)}
        title="Compare runs"
        detail={`${plural(heads.length, "run")} against one, each case against the same case of the base.`}
      />
      <div className={classes.bar}>
        <Select
          label="Base"
          searchable
          allowDeselect={false}
          w={420}
          data={choices}
          value={base}
          onChange={(next) => next !== null && change([next, ...ids.filter((id) => id !== next)])}
        />
        <MultiSelect
          label="Runs"
          searchable
          w={620}
          maxValues={MOST_RUNS - 1}
          data={choices.filter((choice) => choice.value !== base)}
          value={heads}
          onChange={(next) => change([base, ...next])}
        />
        <span />
      </div>
      <QueryState query={comparison} what={{ name: "run", id: ids.join(", ") }} back={backOf(project)} rows={14}>
        {(data) => <CompareMany project={project} comparison={data} />}
      </QueryState>
    </>
  );
}

/** Margin of the address in points, or the default. */
function marginOf(text: string | null): number {
  const points = Number(text ?? DEFAULT_MARGIN);
  return Number.isFinite(points) && points >= 0 && points <= 100 ? points : DEFAULT_MARGIN;
}

function TwoRuns({ project, ids }: { project: string; ids: string[] }) {
  const { get, set } = useUrlParams();
  const named = get("runs") !== null;
  const base = named ? (ids[0] ?? null) : get("base");
  const head = named ? (ids[1] ?? null) : get("head");
  const margin = marginOf(get("margin"));
  const choices = useRunChoices(project);
  const comparison = useQuery(
    queries.runs.compare.queryOptions({ input: base && head ? { project, base, head, margin: margin / 100 } : skipToken }),
  );
  const choose = (next: { base: string | null; head: string | null }) => set({ ...next, runs: null, category: null, flip: null });
  return (
    <>
      <PageHeader
        trail={trailOf(project)}
        title="Compare runs"
        marks={comparison.data ? <RunMarks run={comparison.data.head} /> : null}
        detail={
          comparison.data ? (
            <PairDetail project={project} comparison={comparison.data} />
          ) : (
            "Each case of the head is set against the same case of the base."
          )
        }
        actions={
          <Button
            variant="default"
            leftSection={<Icon name="compare" />}
            disabled={!base || !head}
            onClick={() => set({ base: head, head: base, runs: null, flip: null })}
          >
            Swap
          </Button>
        }
      />
      <div className={classes.bar}>
        <RunChoice label="Base" choices={choices} value={base} onChange={(next) => choose({ base: next, head })} />
        <RunChoice label="Head" choices={choices} value={head} onChange={(next) => choose({ base, head: next })} />
        <NumberInput
          label="Margin, points"
          title="How much worse the head may be and still count as not worse; set it before you look"
          w={130}
          min={0}
          max={100}
          step={0.5}
          decimalScale={1}
          value={margin}
          onChange={(next) => set({ margin: Number(next) === DEFAULT_MARGIN || next === "" ? null : `${next}` })}
        />
        <span />
      </div>
      {base && head ? (
        <QueryState query={comparison} what={{ name: "run", id: `${base} or ${head}` }} back={backOf(project)} rows={14}>
          {(data) => <ComparisonView project={project} comparison={data} />}
        </QueryState>
      ) : (
        <EmptyState title="Choose two runs">
          Base is the run before, head the run after. Tick more than two in the list of runs to set them side by side.
        </EmptyState>
      )}
    </>
  );
}

interface RunChoiceProps {
  label: string;
  choices: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
}

function RunChoice({ label, choices, value, onChange }: RunChoiceProps) {
  return (
    <Select
      label={label}
      placeholder="Choose a run"
      searchable
      allowDeselect={false}
      w={420}
      data={choices}
      value={value}
      onChange={onChange}
    />
  );
}

function PairDetail({ project, comparison: { base, head } }: { project: string; comparison: Comparison }) {
  return (
    <>
      <RunName run={base} project={project} /> → <RunName run={head} project={project} /> ·{" "}
      <Link className={classes.inText} href={`/p/${project}/harness/compare?base=${base.version}&head=${head.version}`}>
        what changed in the harness
      </Link>
    </>
  );
}
