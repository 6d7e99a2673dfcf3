import { isStandIn } from "@/lib/contracts/endpoint";
import type { Estimate, Run, RunMetrics } from "@/lib/contracts/run";
import type { ExportSource } from "./export-source";
import { caseDetails } from "./html-case";
import { REPORT_STYLE } from "./html-style";
import { markupAttribute, markupText } from "./markup";

const MOST_CASES = 2_000;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const share = (value: number | null) => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);
const milliseconds = (value: number | null) => (value === null ? "–" : `${value.toFixed(0)} ms`);
const row = (cells: readonly string[], tag = "td") =>
  `<tr>${cells.map((cell, index) => `<${index === 0 && tag === "td" ? 'th scope="row"' : tag}${index > 0 ? ' class="number"' : ""}>${cell}</${index === 0 && tag === "td" ? "th" : tag}>`).join("")}</tr>`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead>${row(heads, "th")}</thead><tbody>${rows.map((cells) => row(cells)).join("\n")}</tbody></table>`;

/** What the scores are of and come from, in sentences: a reader must not take a stand-in for a model. */
export function reportNotes({ embedded, syntheticData, judge, status, reason, counts }: Run): string[] {
  return [
    ...(embedded ? ["The policy is a stand-in for a model, a deterministic program; its scores say nothing about one."] : []),
    ...(judge?.voters.some(isStandIn) ? ["A voter of the judge is a stand-in, a deterministic program and no model."] : []),
    ...(syntheticData ? ["The cases are synthetic: generated, not collected from users."] : []),
    judge
      ? `Accuracy and Effectiveness come from the judge ${judge.name} (version ${judge.version.slice(0, 8)}, ${judge.voters.length} ${judge.voters.length === 1 ? "voter" : "voters"}).`
      : "Accuracy and Effectiveness come from the cases' checks; no judge was set.",
    ...(status === "completed"
      ? []
      : [`The run is ${status}: ${counts.done} of ${counts.total} results.${reason === null ? "" : ` ${reason}`}`]),
  ];
}

/** A report in one file that runs no script and loads nothing; failed and wrong cases first, at most 2,000. */
export function* htmlExport(source: ExportSource): Generator<string> {
  const { run, metrics, shows } = source;
  const title = `${run.versionName} on ${run.datasetName}`;
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${markupAttribute(POLICY)}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><title>${markupText(title)}</title><style>${REPORT_STYLE}</style></head><body><main>\n`;
  yield `<h1>${markupText(title)}</h1>\n<div class="notes">${reportNotes(run)
    .map((note) => `<p>${markupText(note)}</p>`)
    .join("")}</div>\n`;
  yield `${scores(metrics)}\n${facts(run, metrics)}\n${categories(metrics)}\n`;
  if (shows === "none") yield '<p class="faint">The set is a vault: its cases are not shown.</p>\n';
  else yield* cases(source);
  yield "</main></body></html>\n";
}

function scores(metrics: RunMetrics): string {
  const line = (name: string, { mean, low, high, n, unscored }: Estimate) => [
    name,
    share(mean),
    low === null ? "–" : `${share(low)} to ${share(high)}`,
    String(n),
    String(unscored),
  ];
  const rows = [
    line("Accuracy", metrics.accuracy),
    line("Effectiveness", metrics.effectiveness),
    line("AVG", metrics.avg),
    ...(metrics.rubrics ? [line("Rubrics passed, mean of cases", metrics.rubrics.avg)] : []),
  ];
  return `<h2>Scores</h2>${table(["", "Mean", "95 % interval", "Cases (n)", "Cases unscored"], rows)}${rubrics(metrics)}`;
}

function rubrics({ rubrics: found }: RunMetrics): string {
  if (!found) return "";
  const rows = found.each.map(({ name, passed, failed, unscored }) => {
    const decided = passed + failed;
    return [name, share(decided === 0 ? null : passed / decided), String(decided), String(unscored)];
  });
  return table(["Rubric", "Passed", "n", "Unscored"], rows);
}

function facts(run: Run, metrics: RunMetrics): string {
  const kinds = Object.entries(metrics.unscoredBy).map(([kind, count]) => `${kind} ${count}`);
  const { prompt, completion, perCase } = metrics.tokens;
  const list: [string, string][] = [
    [
      "Results",
      `${metrics.scored} scored, ${metrics.failed} failed, ${metrics.unscored} unscored${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""}, of ${metrics.cases} cases`,
    ],
    ["Latency", `P50 ${milliseconds(metrics.latency.p50)}, P95 ${milliseconds(metrics.latency.p95)} (n = ${metrics.latency.n})`],
    [
      "Tokens",
      prompt === null && completion === null
        ? "not reported"
        : `${prompt ?? "–"} prompt, ${completion ?? "–"} completion, ${perCase?.toFixed(0) ?? "–"} a case`,
    ],
    ["Cost", metrics.cost === null ? "unknown: the endpoint has no price, or reports no usage" : `$${metrics.cost.toFixed(4)}`],
    ["Calls", String(metrics.calls)],
    ...(metrics.reused > 0
      ? ([["Taken from earlier runs", `${metrics.reused} results; their times are not counted`]] as [string, string][])
      : []),
    ["Version", `${run.versionName} (${run.version})`],
    ["Endpoint", `${run.endpointName}, model ${run.model}${run.checkpoint === "" ? "" : `, checkpoint ${run.checkpoint}`}`],
    ["Data set", `${run.datasetName} (${run.datasetVersion})`],
    [
      "Run",
      `${run.id}, ${run.status}, seed ${run.settings.seed}, ${run.settings.repeats} ${run.settings.repeats === 1 ? "repeat" : "repeats"}, by ${run.actor}`,
    ],
    ["Time", `${run.startedAt ?? "not started"} to ${run.finishedAt ?? "not ended"}`],
  ];
  return `<h2>Run</h2><dl>${list.map(([name, value]) => `<dt>${name}</dt><dd>${markupText(value)}</dd>`).join("\n")}</dl>`;
}

function categories(metrics: RunMetrics): string {
  const rows = metrics.categories.map(({ category, cases, accuracy, effectiveness, avg }) => [
    markupText(category),
    String(cases),
    share(accuracy.mean),
    share(effectiveness.mean),
    share(avg.mean),
    avg.low === null ? "–" : `${share(avg.low)} to ${share(avg.high)}`,
    String(avg.unscored),
  ]);
  return `<h2>Categories</h2>${table(["Category", "Cases", "Accuracy", "Effectiveness", "AVG", "95 % interval", "Unscored"], rows)}`;
}

function* cases({ results, metrics, shows }: ExportSource): Generator<string> {
  const total = metrics.scored + metrics.unscored + metrics.failed;
  yield `<h2>Cases</h2>\n<p class="faint">Failed and wrong ones first.${total > MOST_CASES ? ` The first ${MOST_CASES} of ${total} results; the other exports have them all.` : ""}</p>\n`;
  let left = MOST_CASES;
  for (const part of ["failed", "wrong", "unscored", "right"] as const) {
    for (const result of results({ part })) {
      if (left === 0) return;
      left -= 1;
      yield caseDetails(result, part, shows === "all");
    }
  }
}
