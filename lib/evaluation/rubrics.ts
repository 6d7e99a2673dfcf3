import type { Case, Check } from "@/lib/contracts/case";
import type { CaseResult, CheckResult, RubricMetric, RunMetrics } from "@/lib/contracts/run";
import { meanInterval } from "@/lib/stats/wilson";

type RubricName = RubricMetric["name"];

const NAMES: readonly RubricName[] = ["TC", "RC", "ADR", "LLM", "TCO"];

/** What rubrics are counted from: a result by its state and its checks. */
export interface RubricRow {
  case: string;
  state: CaseResult["state"];
  checks: readonly Pick<CheckResult, "id" | "verdict">[];
}

/** The rubric of the TaoLive report (section 4.2) that a check stands for; null for a check that is none. */
function rubricOf(check: Check): RubricName | null {
  switch (check.kind) {
    case "tool-called":
      return "TC";
    case "reply-contains":
      return "RC";
    case "tool-order":
      return "TCO";
    case "judge":
      return check.question === "addresses-query" ? "ADR" : "LLM";
    default:
      return null;
  }
}

/**
 * Rubric metrics of a robustness set (TaoLive report, section 4.2 and appendix E.3). `each`: how often each rubric passed; the
 * kinds that no case has are left out. `avg`: the mean over cases of the share of rubrics passed over those decided (repeats
 * averaged first) with a 95 % interval; a case with none decided is unscored. Where the harness or policy gave no reply, all
 * its rubrics failed.
 */
export function rubricMetrics(
  rows: readonly RubricRow[],
  cases: readonly Pick<Case, "id" | "checks">[],
): NonNullable<RunMetrics["rubrics"]> {
  const rubrics = new Map(cases.map(({ id, checks }) => [id, new Map(checks.flatMap((check) => namedRubric(check)))]));
  const counts = new Map<string, RubricMetric>(NAMES.map((name) => [name, { name, passed: 0, failed: 0, unscored: 0 }]));
  const shares = new Map<string, (number | null)[]>();
  for (const row of rows) {
    const names = rubrics.get(row.case);
    let passed = 0;
    let decided = 0;
    for (const { id, verdict } of row.checks) {
      const count = counts.get(names?.get(id) ?? "none");
      if (!count) continue;
      const told = row.state === "failed" ? "failed" : row.state === "unscored" ? "unscored" : verdict;
      count[told] += 1;
      if (told !== "unscored") decided += 1;
      if (told === "passed") passed += 1;
    }
    shares.set(row.case, [...(shares.get(row.case) ?? []), decided === 0 ? null : passed / decided]);
  }
  const present = NAMES.flatMap((name) => counts.get(name) ?? []).filter((one) => one.passed + one.failed + one.unscored > 0);
  return { each: present, avg: averageOf([...shares.values()]) };
}

function namedRubric(check: Check): [string, RubricName][] {
  const name = rubricOf(check);
  return name === null ? [] : [[check.id, name]];
}

function averageOf(shares: readonly (number | null)[][]): NonNullable<RunMetrics["rubrics"]>["avg"] {
  const values = shares.flatMap((repeats) => {
    const decided = repeats.filter((share) => share !== null);
    return decided.length === 0 ? [] : [decided.reduce((sum, share) => sum + share, 0) / decided.length];
  });
  const interval = meanInterval(values);
  return {
    mean: interval?.mean ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    n: values.length,
    unscored: shares.length - values.length,
  };
}
