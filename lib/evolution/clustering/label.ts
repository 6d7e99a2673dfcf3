import type { Check } from "@/lib/contracts/case";
import { type EvaluatedCase, failedChecksOf } from "../evaluated-case";
import { disagreementsOf, disagreementText } from "../judged/disagreement";
import { contentWords } from "./words";

const labelTerms = (one: EvaluatedCase) => {
  const comments = one.item.input.comments.map((comment) => comment.text).join("\n");
  return [...contentWords(comments), `category ${one.item.category}`];
};

/** What a failed check says about a reply, in a few words. */
export function failurePhrase(check: Check): string {
  const demand = check.id.replaceAll("-", " ");
  switch (check.kind) {
    case "tool-called":
      return `${check.tool} not called`;
    case "tool-not-called":
      return `${check.tool} called needlessly`;
    case "tool-order":
      return "tools called out of order";
    case "grounded":
      return `unsupported ${check.claims.length === 1 ? check.claims[0] : "claim"}`;
    case "reply-contains":
      return `“${demand}” missing`;
    case "reply-excludes":
      return `“${demand}” broken`;
    case "reply-length":
      return "wrong length";
    case "reply-language":
      return `not in ${check.language}`;
    case "skill-loaded":
      return `no ${check.skillKind} Skill loaded`;
    case "ifeval":
      return `instruction ${check.instruction} not kept`;
    case "human-label":
      return `${check.label} not as people graded it`;
    case "judge":
      return `judged: not ${demand}`;
  }
}

/** What most of the cases failed, in words. */
function commonFailure(cases: readonly EvaluatedCase[]): string {
  const counts = new Map<string, number>();
  for (const one of cases) {
    const differing = disagreementsOf(one);
    const failed = new Set(differing.length > 0 ? differing.map(disagreementText) : failedChecksOf(one).map(failurePhrase));
    if (failed.size === 0) failed.add(`stopped: ${one.result.features.stopReason}`);
    for (const check of failed) counts.set(check, (counts.get(check) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? "failed";
}

/**
 * A short label per cluster: the two or three terms of categories and comments with the highest class TF-IDF,
 * tf · ln(1 + A / f) with A the mean terms a cluster and f the term's frequency over all clusters, and what most of its
 * cases failed.
 */
export function clusterLabels(clusters: readonly (readonly EvaluatedCase[])[]): string[] {
  const counted = clusters.map((cases) => {
    const counts = new Map<string, number>();
    for (const one of cases) for (const term of labelTerms(one)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  });
  const overall = new Map<string, number>();
  let total = 0;
  for (const counts of counted) {
    for (const [term, count] of counts) {
      overall.set(term, (overall.get(term) ?? 0) + count);
      total += count;
    }
  }
  const mean = total / Math.max(1, clusters.length);
  return clusters.map((cases, index) => {
    const counts = counted[index] ?? new Map<string, number>();
    const own = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const terms = [...counts]
      .filter(([, count]) => count >= Math.min(2, cases.length))
      .map(([term, count]) => ({ term, score: (count / own) * Math.log(1 + mean / (overall.get(term) ?? 1)) }))
      .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
      .slice(0, 3)
      .map(({ term }) => term.replace(/^category /, ""));
    return terms.length === 0 ? commonFailure(cases) : `${[...new Set(terms)].join(", ")}: ${commonFailure(cases)}`;
  });
}
