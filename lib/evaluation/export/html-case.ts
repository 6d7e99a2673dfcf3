import type { CaseResult } from "@/lib/contracts/run";
import type { ResultPart } from "./export-source";
import { markupText } from "./markup";

/** A result of the report, folded: comment, reply, what failed and what each voter said. */
export function caseDetails(result: CaseResult, part: NonNullable<ResultPart["part"]>, verdicts: boolean): string {
  const { accuracy, effectiveness } = result;
  const scores =
    result.state === "unscored"
      ? (result.unscoredKind ?? "")
      : `Accuracy ${accuracy ?? "–"}, Effectiveness ${effectiveness ?? "–"}`;
  const repeat = result.repeat > 0 ? ` #${result.repeat + 1}` : "";
  const items: [string, string][] = [
    ["Comment", result.comment],
    ["Reply", result.reply],
    ...(result.reason === null ? [] : ([["Reason", result.reason]] as [string, string][])),
    ...found(result, verdicts),
  ];
  const list = items.map(([name, text]) => `<dt>${markupText(name)}</dt><dd class="text">${markupText(text)}</dd>`).join("");
  return `<details><summary><span class="state ${part}">${part}</span> ${markupText(`${result.case}${repeat} · ${result.category} · ${result.priority}`)} <span class="faint">${markupText(scores)}</span></summary><dl>${list}</dl></details>\n`;
}

function found({ checks, votes, failedChecks }: CaseResult, verdicts: boolean): [string, string][] {
  if (!verdicts) return failedChecks.length === 0 ? [] : [["Failed checks", failedChecks.join(", ")]];
  const failed = checks.flatMap(({ id, verdict, why }): [string, string][] =>
    verdict === "failed" ? [[`Failed: ${id}`, why]] : [],
  );
  const said = votes.map((vote): [string, string] => [
    `Vote of ${vote.model}`,
    vote.state === "voted"
      ? `Accuracy ${vote.accuracy ?? "–"}, Effectiveness ${vote.effectiveness ?? "–"}. ${vote.rationale}`
      : `${vote.state}: ${vote.reason ?? "no reason was stored"}`,
  ]);
  return [...failed, ...said];
}
