"use client";

import { Group, SegmentedControl } from "@mantine/core";
import Link from "next/link";
import { metricWords } from "@/components/evolve/metric-words";
import { ForestPlot } from "@/components/stages/forest-plot";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/page-header";
import { useUrlParams } from "@/components/ui/use-url-state";
import type { Campaign } from "@/lib/contracts/evolution";
import { type Comparison, PairedDifference } from "@/lib/contracts/run";
import { caseHref } from "./case-filters";
import { CategoryComparisonTable, changedFirst } from "./category-comparison";
import { DifferenceTable } from "./difference-table";
import { NoiseNote } from "./noise-note";
import classes from "./runs.module.css";

/** Why two runs are not strictly comparable, and which P0 cases broke. Nothing where there is neither. */
export function ComparisonWarnings({ project, comparison }: { project: string; comparison: Comparison }) {
  const { base, head, caveats, brokenP0 } = comparison;
  return (
    <>
      {caveats.length > 0 ? (
        <ul className={classes.caveats} aria-label="Not strictly comparable">
          {caveats.map((caveat) => (
            <li key={caveat}>
              <Icon name="warning" /> {caveat}
            </li>
          ))}
        </ul>
      ) : null}
      {brokenP0.length > 0 ? (
        <p className={classes.alert} role="alert">
          <Icon name="warning" /> {plural(brokenP0.length, "P0 case")} broken, which blocks a promotion by itself:{" "}
          {brokenP0.slice(0, 6).map((id, index) => (
            <span key={id}>
              {index > 0 ? ", " : ""}
              <Link className={classes.inText} href={caseHref(project, head.id, { case: id, repeat: 0, against: base.id })}>
                {id}
              </Link>
            </span>
          ))}
          {brokenP0.length > 6 ? ` and ${brokenP0.length - 6} more` : ""}.
        </p>
      ) : null}
    </>
  );
}

interface ComparisonEvidenceProps {
  comparison: Comparison;
  /** What ran: the scores of judges are their agreement with people. */
  kind: Campaign["kind"];
}

/** The paired differences with what they say in words, then by category. Category, metric and view are in the address. */
export function ComparisonEvidence({ comparison, kind }: ComparisonEvidenceProps) {
  const words = metricWords(kind);
  const { get, set } = useUrlParams();
  const { noise, nonInferiority } = comparison;
  const category = get("category");
  const metric = PairedDifference.shape.metric.catch("avg").parse(get("metric"));
  const asTable = get("view") === "table";
  const openCategory = (next: string) => set({ category: next === category ? null : next });
  return (
    <>
      <DifferenceTable differences={comparison.metrics} nonInferiority={nonInferiority} noise={noise} kind={kind} />
      <NoiseNote comparison={comparison} />
      <Section
        title="By category"
        aside={
          <Group gap={8}>
            <SegmentedControl
              aria-label="Metric"
              data={PairedDifference.shape.metric.options.map((value) => ({ value, label: words[value] }))}
              value={metric}
              onChange={(value) => set({ metric: value === "avg" ? null : value })}
            />
            <SegmentedControl
              aria-label="Shown as"
              data={[
                { value: "plot", label: "Plot" },
                { value: "table", label: "Table" },
              ]}
              value={asTable ? "table" : "plot"}
              onChange={(value) => set({ view: value === "plot" ? null : value })}
            />
          </Group>
        }
      >
        {asTable ? (
          <CategoryComparisonTable
            categories={comparison.categories}
            metric={metric}
            noise={noise?.[metric] ?? null}
            current={category}
            onOpen={openCategory}
          />
        ) : (
          <ForestPlot
            categories={changedFirst(comparison.categories, metric)}
            metric={metric}
            noise={noise?.[metric] ?? null}
            margin={nonInferiority.find((one) => one.metric === metric)?.margin ?? null}
            current={category}
            onOpen={openCategory}
          />
        )}
      </Section>
    </>
  );
}
