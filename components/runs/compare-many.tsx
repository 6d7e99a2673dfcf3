"use client";

import { SegmentedControl } from "@mantine/core";
import Link from "next/link";
import { metricWords } from "@/components/evolve/metric-words";
import { differenceColour } from "@/components/stages/palette";
import { formatCount, formatPoints, formatShare } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/page-header";
import { useUrlParams } from "@/components/ui/use-url-state";
import { PairedDifference, type RunsComparison } from "@/lib/contracts/run";
import { caseHref } from "./case-filters";
import { FlipCount } from "./case-marks";
import heat from "./compare-many.module.css";
import { compareHref } from "./compared-runs";
import { intervalText, VerdictMark } from "./difference-table";
import { formatP, formatScore } from "./format";
import { RunMarks, RunName } from "./run-name";
import classes from "./runs.module.css";
import { tellApart } from "./tell-apart";
import { useRunKind } from "./use-run-kind";

type Head = RunsComparison["heads"][number];

interface CompareManyProps {
  project: string;
  comparison: RunsComparison;
}

function HeadRow({ project, base, head, apart, metric, noise }: HeadRowProps) {
  const difference = head.metrics.find((one) => one.metric === metric);
  if (!difference) return null;
  return (
    <tr>
      <th scope="row">
        <RunName run={head.run} project={project} /> <RunMarks run={head.run} />{" "}
        {apart === null ? null : <span className={classes.small}>{apart}</span>}
      </th>
      <td data-align="right">{formatScore(difference.base)}</td>
      <td data-align="right">{formatScore(difference.head)}</td>
      <td data-align="right">
        <Link href={compareHref(project, [base, head.run.id])} title="These two in detail">
          {formatPoints(difference.difference)}
        </Link>
      </td>
      <td>{intervalText(difference)}</td>
      <td>
        <VerdictMark difference={difference} noise={noise} />
      </td>
      <td data-align="right" title={difference.method}>
        {formatP(difference.p)}
      </td>
      <td data-align="right">{formatP(head.pHolm[metric])}</td>
      <td data-align="right">{formatShare(difference.minimumDetectable)}</td>
      <td>
        <FlipCount direction="broken" count={head.broken} /> <FlipCount direction="fixed" count={head.fixed} />
      </td>
      <td>
        {head.brokenP0.length === 0 ? (
          "0"
        ) : (
          <span className={classes.mark} data-tone="wrong">
            <Icon name="warning" size={12} />
            {head.brokenP0.slice(0, 3).map((id, index) => (
              <span key={id}>
                {index > 0 ? ", " : ""}
                <Link href={caseHref(project, head.run.id, { case: id, repeat: 0, against: base })}>{id}</Link>
              </span>
            ))}
            {head.brokenP0.length > 3 ? ` and ${head.brokenP0.length - 3} more` : ""}
          </span>
        )}
      </td>
      <td data-align="right">{formatCount(head.paired)}</td>
      <td data-align="right">{formatCount(head.unpaired)}</td>
    </tr>
  );
}

interface HeadRowProps {
  project: string;
  base: string;
  head: Head;
  /** What tells it apart from others of its version. */
  apart: string | null;
  metric: PairedDifference["metric"];
  noise: number | null;
}

/** One run against several: differences of a metric with their tests, then categories × runs. The metric is in the address. */
export function CompareMany({ project, comparison }: CompareManyProps) {
  const { get, set } = useUrlParams();
  const { base, heads, noise } = comparison;
  const words = metricWords(useRunKind(base));
  const metric = PairedDifference.shape.metric.catch("avg").parse(get("metric"));
  const floor = noise?.[metric] ?? null;
  const apart = tellApart(heads.map((head) => head.run));
  return (
    <>
      <Section
        title={`${words[metric]} against ${base.versionName}`}
        aside={
          <SegmentedControl
            aria-label="Metric"
            data={PairedDifference.shape.metric.options.map((value) => ({ value, label: words[value] }))}
            value={metric}
            onChange={(value) => set({ metric: value === "avg" ? null : value })}
          />
        }
      >
        <div className={classes.overflow}>
          <table className={classes.plain} aria-label="Runs against the base">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col" data-align="right">
                  Base, %
                </th>
                <th scope="col" data-align="right">
                  Run, %
                </th>
                <th scope="col" data-align="right">
                  Difference, points
                </th>
                <th scope="col">95 % interval</th>
                <th scope="col">Verdict</th>
                <th scope="col" data-align="right">
                  p
                </th>
                <th scope="col" data-align="right" title="Holm over these runs">
                  p, Holm
                </th>
                <th scope="col" data-align="right" title="The smallest difference found with 80 % power">
                  Detectable
                </th>
                <th scope="col">Flips</th>
                <th scope="col">P0 broken</th>
                <th scope="col" data-align="right">
                  n
                </th>
                <th scope="col" data-align="right">
                  Not in both
                </th>
              </tr>
            </thead>
            <tbody>
              {heads.map((head) => (
                <HeadRow
                  key={head.run.id}
                  project={project}
                  base={base.id}
                  head={head}
                  apart={apart.get(head.run.id) ?? null}
                  metric={metric}
                  noise={floor}
                />
              ))}
            </tbody>
          </table>
        </div>
        <p className={classes.small} style={{ margin: "8px 0" }}>
          {floor === null
            ? "What two equal runs differ by was not measured."
            : `Two equal runs differ by up to ${formatShare(floor)} points.`}
        </p>
      </Section>
      <CaveatsByRun heads={heads} />
      <Section title="Categories by run">
        <CategoryHeat project={project} comparison={comparison} metric={metric} />
      </Section>
    </>
  );
}

function CaveatsByRun({ heads }: { heads: Head[] }) {
  const said = heads.filter((head) => head.caveats.length > 0);
  if (said.length === 0) return null;
  const apart = tellApart(heads.map((head) => head.run));
  return (
    <ul className={classes.caveats} aria-label="Not strictly comparable">
      {said.map((head) => (
        <li key={head.run.id}>
          <Icon name="warning" /> {head.run.versionName} {apart.get(head.run.id) ?? head.run.version.slice(0, 8)}:{" "}
          {head.caveats.join(" ")}
        </li>
      ))}
    </ul>
  );
}

/** Categories × runs: each cell the difference to the base in points; it leads to the two runs in that category. */
function CategoryHeat({ project, comparison, metric }: CompareManyProps & { metric: PairedDifference["metric"] }) {
  const { base, heads } = comparison;
  const apart = tellApart(heads.map((head) => head.run));
  const categories = [...new Set(heads.flatMap((head) => head.categories.map((one) => one.category)))].sort();
  return (
    <div className={classes.overflow}>
      <table className={heat.heat} aria-label="Difference to the base by category and run, in points">
        <thead>
          <tr>
            <th scope="col">Points to the base</th>
            {heads.map((head) => (
              <th key={head.run.id} scope="col" title={head.run.id}>
                {head.run.versionName}
                <br />
                <code>{head.run.version.slice(0, 8)}</code>
                {apart.get(head.run.id) ? (
                  <>
                    <br />
                    {apart.get(head.run.id)}
                  </>
                ) : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => (
            <tr key={category}>
              <th scope="row">{category}</th>
              {heads.map((head) => {
                const cell = head.categories.find((one) => one.category === category);
                const difference = cell?.[metric].difference ?? null;
                if (!cell || difference === null) return <td key={head.run.id}>–</td>;
                const title = `${category}\n${formatPoints(difference)} points, ${intervalText(cell[metric])}\nn ${cell.n}, ${cell.broken} broken, ${cell.fixed} fixed\np ${formatP(cell.pHolm)} (Holm over all cells, on AVG)`;
                return (
                  <td key={head.run.id}>
                    <Link
                      href={`${compareHref(project, [base.id, head.run.id])}&category=${encodeURIComponent(category)}`}
                      title={title}
                      style={{ background: differenceColour(difference) }}
                    >
                      {formatPoints(difference)}
                    </Link>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
