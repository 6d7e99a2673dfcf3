"use client";

import { SegmentedControl, Select } from "@mantine/core";
import { Section } from "@/components/ui/page-header";
import { useUrlParams } from "@/components/ui/use-url-state";
import type { Comparison } from "@/lib/contracts/run";
import { caseHref } from "./case-filters";
import { ComparisonEvidence, ComparisonWarnings } from "./comparison-evidence";
import { FlipList, FlipSummary } from "./flip-list";
import classes from "./runs.module.css";
import { useRunKind } from "./use-run-kind";

/** Two runs compared case by case. Category, metric and direction are in the address. */
export function ComparisonView({ project, comparison }: { project: string; comparison: Comparison }) {
  const { get, set } = useUrlParams();
  const { base, head, flips } = comparison;
  const kind = useRunKind(base);
  const category = get("category");
  const direction = get("flips");
  const shown = flips.filter(
    (flip) => (category === null || flip.category === category) && (direction === null || flip.direction === direction),
  );
  return (
    <>
      <ComparisonWarnings project={project} comparison={comparison} />
      <ComparisonEvidence comparison={comparison} kind={kind} />
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
          href={(flip) => caseHref(project, head.id, { case: flip.case, repeat: 0, against: base.id })}
        />
      </Section>
    </>
  );
}
