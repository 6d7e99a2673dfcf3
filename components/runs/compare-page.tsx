"use client";

import { Button, Select } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import { ComparisonView } from "./comparison-view";
import { RunMarks, RunName, runLabel } from "./run-name";
import classes from "./runs.module.css";

/** Two runs paired case by case: `?base=…&head=…`. */
export function ComparePage({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const base = get("base");
  const head = get("head");
  const runs = useQuery(queries.runs.list.queryOptions({ input: { project, limit: 200 } }));
  const comparison = useQuery(queries.runs.compare.queryOptions({ input: base && head ? { project, base, head } : skipToken }));
  const choices = (runs.data?.items ?? []).map((run) => ({ value: run.id, label: runLabel(run) }));
  const choice = (label: string, key: "base" | "head", value: string | null) => (
    <Select
      label={label}
      placeholder="Choose a run"
      searchable
      allowDeselect={false}
      w={420}
      data={choices}
      value={value}
      onChange={(next) => set({ [key]: next, category: null, flip: null })}
    />
  );
  return (
    <>
      <PageHeader
        trail={[{ label: "Runs", href: `/p/${project}/runs` }]}
        title="Compare runs"
        marks={comparison.data ? <RunMarks run={comparison.data.head} /> : null}
        detail={
          comparison.data ? (
            <>
              <RunName run={comparison.data.base} project={project} /> → <RunName run={comparison.data.head} project={project} />{" "}
              ·{" "}
              <Link
                className={classes.inText}
                href={`/p/${project}/harness/compare?base=${comparison.data.base.version}&head=${comparison.data.head.version}`}
              >
                what changed in the harness
              </Link>
            </>
          ) : (
            "Each case of the head is set against the same case of the base."
          )
        }
        actions={
          <Button
            variant="default"
            leftSection={<Icon name="compare" />}
            disabled={!base || !head}
            onClick={() => set({ base: head, head: base, flip: null })}
          >
            Swap
          </Button>
        }
      />
      <div className={classes.bar}>
        {choice("Base", "base", base)}
        {choice("Head", "head", head)}
        <span />
      </div>
      {base && head ? (
        <QueryState
          query={comparison}
          what={{ name: "run", id: `${base} or ${head}` }}
          back={{ label: "All runs", href: `/p/${project}/runs` }}
          rows={14}
        >
          {(data) => <ComparisonView project={project} comparison={data} />}
        </QueryState>
      ) : (
        <EmptyState title="Choose two runs">Base is the run before, head the run after.</EmptyState>
      )}
    </>
  );
}
