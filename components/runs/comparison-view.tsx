"use client";

import { Button, Group, SegmentedControl, Select } from "@mantine/core";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { ForestPlot } from "@/components/stages/forest-plot";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/page-header";
import { useUrlParams } from "@/components/ui/use-url-state";
import { type Comparison, PairedDifference } from "@/lib/contracts/run";
import { CaseAgainst } from "./case-against";
import { caseHref } from "./case-filters";
import { CategoryComparisonTable, changedFirst } from "./category-comparison";
import { DifferenceTable, metricNames } from "./difference-table";
import { FlipList, FlipSummary } from "./flip-list";
import { NoiseNote } from "./noise-note";
import classes from "./runs.module.css";

interface ComparisonViewProps {
  project: string;
  comparison: Comparison;
  /** Shows the two trajectories of a case on the same page instead of leading to its own. */
  inline?: boolean;
}

/** Two runs compared case by case. Category, metric, direction and the case shown are in the address. */
export function ComparisonView({ project, comparison, inline = false }: ComparisonViewProps) {
  const { get, set } = useUrlParams();
  const { base, head, caveats, brokenP0, flips, noise, nonInferiority } = comparison;
  const category = get("category");
  const direction = get("flips");
  const metric = PairedDifference.shape.metric.catch("avg").parse(get("metric"));
  const asTable = get("view") === "table";
  const openCategory = (next: string) => set({ category: next === category ? null : next });
  const shown = flips.filter(
    (flip) => (category === null || flip.category === category) && (direction === null || flip.direction === direction),
  );
  const opened = inline ? flips.find((flip) => flip.case === get("flip")) : undefined;
  const beside = useRef<HTMLDivElement>(null);
  const openedCase = opened?.case;
  useEffect(() => {
    if (openedCase !== undefined) beside.current?.scrollIntoView({ block: "start" });
  }, [openedCase]);
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
      <DifferenceTable differences={comparison.metrics} nonInferiority={nonInferiority} noise={noise} />
      <NoiseNote comparison={comparison} />
      <Section
        title="By category"
        aside={
          <Group gap={8}>
            <SegmentedControl
              aria-label="Metric"
              data={PairedDifference.shape.metric.options.map((value) => ({ value, label: metricNames[value] }))}
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
      <Section title="Cases that flipped" aside={<FlipSummary flips={shown} />}>
        <div className={classes.bar}>
          <SegmentedControl
            aria-label="Direction"
            data={[
              { value: "all", label: "Both" },
              { value: "broken", label: "Broken" },
              { value: "fixed", label: "Fixed" },
            ]}
            value={direction ?? "all"}
            onChange={(value) => set({ flips: value === "all" ? null : value })}
          />
          <Select
            aria-label="Category"
            placeholder="All categories"
            clearable
            searchable
            w={240}
            data={comparison.categories.map((item) => item.category)}
            value={category}
            onChange={(value) => set({ category: value })}
          />
          <span />
        </div>
        <FlipList
          flips={shown}
          primary
          current={opened?.case ?? null}
          {...(inline
            ? { onOpen: (flip) => set({ flip: flip.case === opened?.case ? null : flip.case }, "push"), maxHeight: 360 }
            : { href: (flip) => caseHref(project, head.id, { case: flip.case, repeat: 0, against: base.id }) })}
        />
      </Section>
      <div ref={beside} style={{ scrollMarginTop: 112 }} />
      {opened ? (
        <Section
          title={`${opened.case}, side by side`}
          aside={
            <Button variant="subtle" onClick={() => set({ flip: null })}>
              Close
            </Button>
          }
        >
          <blockquote className={classes.quote}>{opened.comment}</blockquote>
          <CaseAgainst
            project={project}
            item={opened.case}
            base={{ run: base.id, name: base.versionName, repeat: 0 }}
            head={{ run: head.id, name: head.versionName, repeat: 0 }}
          />
        </Section>
      ) : null}
    </>
  );
}
