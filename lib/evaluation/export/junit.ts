import type { CaseResult } from "@/lib/contracts/run";
import type { ExportSource } from "./export-source";
import { markupAttribute, markupText } from "./markup";

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(3);

/**
 * JUnit XML as continuous integration reads it: a suite a category, a test a result. Accuracy 0 or Effectiveness below 1 is
 * a failure, a failed case an error, an unscored one skipped with its reason.
 */
export function* junitExport(source: ExportSource): Generator<string> {
  const { run, shows } = source;
  const suites = source.counts();
  const sum = (pick: (suite: (typeof suites)[number]) => number) => suites.reduce((total, suite) => total + pick(suite), 0);
  const name = `${run.versionName} on ${run.datasetName} (${run.id})`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${markupAttribute(name)}" tests="${sum((one) => one.results)}" failures="${sum((one) => one.wrong)}" errors="${sum((one) => one.failed)}" skipped="${sum((one) => one.unscored)}" time="${seconds(sum((one) => one.wallMs))}">\n`;
  for (const { category, results, wrong, failed, unscored, wallMs } of suites) {
    const at = run.startedAt ?? run.createdAt;
    yield `<testsuite name="${markupAttribute(category)}" tests="${results}" failures="${wrong}" errors="${failed}" skipped="${unscored}" time="${seconds(wallMs)}" timestamp="${markupAttribute(at.replace(/Z$/, ""))}">\n`;
    for (const result of source.results({ category })) yield testcase(result, run.settings.repeats, shows === "all");
    yield "</testsuite>\n";
  }
  yield "</testsuites>\n";
}

function testcase(result: CaseResult, repeats: number, verdicts: boolean): string {
  const name = repeats > 1 ? `${result.case} #${result.repeat + 1}` : result.case;
  const time = result.reusedFrom === null ? seconds(result.wallMs) : "0.000";
  const opening = `<testcase classname="${markupAttribute(result.category)}" name="${markupAttribute(name)}" time="${time}"`;
  const inside = outcome(result, verdicts);
  return inside === "" ? `${opening}/>\n` : `${opening}>${inside}</testcase>\n`;
}

function outcome(result: CaseResult, verdicts: boolean): string {
  const { state, accuracy, effectiveness } = result;
  if (state === "unscored") {
    const why = `${result.unscoredKind ?? "unscored"}: ${result.reason ?? "no reason was stored"}`;
    return `<skipped message="${markupAttribute(why)}"/>`;
  }
  const told = markupText(account(result, verdicts));
  if (state === "failed") {
    return `<error type="failed" message="${markupAttribute(result.reason ?? "There was no reply.")}">${told}</error>`;
  }
  if ((accuracy ?? 1) >= 1 && (effectiveness ?? 1) >= 1) return "";
  const scores = `Accuracy ${accuracy ?? "open"}, Effectiveness ${effectiveness ?? "open"}`;
  return `<failure type="wrong" message="${markupAttribute(scores)}">${told}</failure>`;
}

function account({ comment, reply, checks, failedChecks }: CaseResult, verdicts: boolean): string {
  const failed = verdicts
    ? checks.flatMap((check) => (check.verdict === "failed" ? [`${check.id}: ${check.why}`] : []))
    : failedChecks;
  return [`Comment: ${comment}`, `Reply: ${reply}`, ...failed].join("\n");
}
