import { codeCell, inlineCode, plainText } from "@/lib/client/markdown-text";
import type { GateVerdict } from "@/lib/contracts/gates";
import type { Comparison, Estimate, Run, RunDetail, RunMetrics } from "@/lib/contracts/run";
import { reportNotes } from "@/lib/evaluation/export/html";
import { percent, points } from "./table";

const SHOWN = 20;

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** An evaluation in Markdown, for a pull request or the summary of a job. Nothing in it can leave its place. */
export function evalSummary(
  { run, metrics }: RunDetail,
  gates: { verdict: GateVerdict; comparison: Comparison | null } | null,
): string {
  return [
    gates ? `## Gates ${gates.verdict.state}` : "## Evaluation",
    `${inlineCode(run.versionName)} on ${inlineCode(run.datasetName)}, endpoint ${inlineCode(run.endpointName)}, run ${inlineCode(run.id)}: ${run.status}.`,
    reportNotes(run)
      .map((note) => `> ${plainText(note)}`)
      .join("\n>\n"),
    ...(gates ? [verdictTable(gates.verdict)] : []),
    "### Scores",
    scores(metrics),
    counts(run, metrics),
    ...(gates?.comparison ? [comparisonPart(gates.comparison)] : []),
    "### Categories",
    table(
      ["Category", "Cases", "Accuracy", "Effectiveness", "AVG", "Unscored"],
      metrics.categories.map((one) => [
        codeCell(one.category),
        one.cases,
        percent(one.accuracy.mean),
        percent(one.effectiveness.mean),
        percent(one.avg.mean),
        one.avg.unscored,
      ]),
    ),
  ].join("\n\n");
}

const verdictTable = ({ items }: GateVerdict) =>
  table(
    ["Gate", "State", "Found", "Wanted", "Why"],
    items.map(({ name, state, found, wanted, why }) => [
      plainText(name),
      state === "passed" ? state : `**${state}**`,
      plainText(found),
      plainText(wanted),
      plainText(why),
    ]),
  );

function scores(metrics: RunMetrics): string {
  const row = (name: string, { mean, low, high, n, unscored }: Estimate) => [
    name,
    percent(mean),
    low === null ? "–" : `${percent(low)} to ${percent(high)}`,
    n,
    unscored,
  ];
  return table(
    ["Score, %", "Mean", "95 % interval", "Cases (n)", "Cases unscored"],
    [row("Accuracy", metrics.accuracy), row("Effectiveness", metrics.effectiveness), row("AVG", metrics.avg)],
  );
}

function counts(run: Run, metrics: RunMetrics): string {
  const kinds = Object.entries(metrics.unscoredBy).map(([kind, count]) => `${kind} ${count}`);
  const { latency, tokens, cost } = metrics;
  return [
    `Results: ${metrics.scored} scored, ${metrics.failed} failed, ${metrics.unscored} unscored${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""}, of ${run.counts.total}.`,
    `Latency P50 ${latency.p50?.toFixed(0) ?? "–"} ms, P95 ${latency.p95?.toFixed(0) ?? "–"} ms (n = ${latency.n}).`,
    `Tokens a case ${tokens.perCase?.toFixed(0) ?? "–"}. Cost ${cost === null ? "unknown" : `$${cost.toFixed(4)}`}.`,
  ].join(" ");
}

function comparisonPart({ base, metrics, flips, brokenP0, paired, unpaired, caveats }: Comparison): string {
  const fixed = flips.filter((flip) => flip.direction === "fixed").length;
  const broken = flips.filter((flip) => flip.direction === "broken");
  const rows = metrics.map((one) => [
    one.metric,
    percent(one.base),
    percent(one.head),
    points(one.difference),
    one.low === null ? "–" : `${points(one.low)} to ${points(one.high)}`,
    one.p === null ? "–" : one.p < 0.0001 ? "< 0.0001" : one.p.toFixed(4),
    points(one.minimumDetectable),
  ]);
  const named = broken.slice(0, SHOWN).map((flip) => codeCell(flip.case, 60));
  return [
    "### Against the baseline",
    `${inlineCode(base.versionName)}, run ${inlineCode(base.id)}: ${paired} cases in both, ${unpaired} not. Fixed ${fixed}, broken ${broken.length}${brokenP0.length > 0 ? `, of priority P0 ${brokenP0.length}` : ""}.`,
    table(["Score", "Baseline, %", "This run, %", "Points", "95 % interval", "p", "Detectable, points"], rows),
    ...(named.length > 0
      ? [`Broken: ${named.join(", ")}${broken.length > named.length ? ` and ${broken.length - named.length} more` : ""}.`]
      : []),
    ...caveats.map((caveat) => `> ${plainText(caveat)}`),
  ].join("\n\n");
}
