import type { Cluster } from "@/lib/contracts/evolution";
import { disagreementCause } from "./judge-rule";
import type { Mechanism } from "./mechanism";
import { claimNames } from "./rule-text";

const share = (value: number) => `${Math.round(100 * value)} %`;

/** What went wrong, as a clause. */
export function whatHappened(mechanism: Mechanism): string {
  switch (mechanism.code) {
    case "round-limit":
      return "the policy was still calling tools when its rounds ran out";
    case "sent-back":
      return `the Hook ${mechanism.hook} sent the reply back until the rounds ran out`;
    case "silenced":
      return mechanism.hook === ""
        ? "the reply was suppressed although one was due"
        : `the Hook ${mechanism.hook} kept the reply back although one was due`;
    case "no-reply":
      return `the task ended without a reply (${mechanism.stopReason})`;
    case "no-skill":
      return mechanism.expected === null
        ? "no Reply Skill was loaded before the reply"
        : `no Reply Skill was loaded, though passing cases of this kind load ${mechanism.expected}`;
    case "wrong-skill":
      return `${mechanism.loaded} was loaded instead of ${mechanism.expected}, which passing cases of this kind use`;
    case "no-fitting-skill":
      return `no Skill is plainly for ${mechanism.category.replace(/[-_]+/g, " ")}: its cases loaded ${mechanism.loaded.join(", ")} by turns`;
    case "tool-missing":
      return `the case needs the tool ${mechanism.tool}, which the harness does not have`;
    case "tool-hidden":
      return `${mechanism.tool} was needed, but no loaded Skill exposed it`;
    case "tool-denied":
      return `a Hook denied ${mechanism.tool}`;
    case "tool-skipped":
      return `${mechanism.tool} was never called, so the reply had no data to stand on`;
    case "tool-failed":
      return `${mechanism.tool} was called and failed (${mechanism.error}), and the policy did not recover`;
    case "tool-arguments":
      return `${mechanism.tool} was called without the arguments it needs for this question`;
    case "tool-order":
      return `${mechanism.tools.join(", ")} were not called in this order`;
    case "tool-needless":
      return `${mechanism.tool} was called although the case calls for an answer without it`;
    case "unsupported-claim": {
      const source =
        mechanism.tool === null
          ? ""
          : mechanism.called
            ? `, though ${mechanism.tool} had been called`
            : `, and ${mechanism.tool} was not called`;
      return `the reply states a ${claimNames(mechanism.claims)} that no result or context supports${source}`;
    }
    case "wrong-language":
      return "the reply is not in the viewer's language";
    case "forbidden-content":
      return mechanism.phrases.length === 0
        ? `the reply says what it must not: ${mechanism.demand}`
        : `the reply says ${mechanism.phrases.map((phrase) => `“${phrase}”`).join(", ")}, which it must not`;
    case "unanswered-comments":
      return "several comments came at once and the reply answers only some of them";
    case "result-unused":
      return `${mechanism.tool} returned the answer as ${mechanism.field}, and the reply does not say it`;
    case "context-unused":
      return `the answer stood in ${mechanism.field} of the context, and the reply does not say it`;
    case "content-missing":
      return `the reply leaves out what it should say: ${mechanism.demand.replace(/[.。]$/, "")}`;
    case "length":
      return `the reply is too ${mechanism.direction} (limit ${mechanism.limit} ${mechanism.unit})`;
    case "hook-blocks":
      return `the Hook ${mechanism.hook} held back a reply that passes every check${mechanism.reason === "" ? "" : ` (“${mechanism.reason.replace(/[.。]$/, "")}”)`}`;
    case "skill-misleads":
      return `the Skill ${mechanism.skill} was loaded, with which ${mechanism.failing} of ${mechanism.loads} cases fail, more than of the same kinds without it`;
    case "tool-misdescribed":
      return `${mechanism.tool} was needed and not called, and its description says nothing of what its name promises`;
    case "rule-misleads":
      return mechanism.why === "leads"
        ? `the reply does what the rule “${mechanism.rule.replace(/[.。]$/, "")}” asks, and replies that do fail more often`
        : `the rule “${mechanism.rule.replace(/[.。]$/, "")}” stands against what the case asks for`;
    case "judged":
      return "the judge found that the reply does not answer";
    case "disagreed":
      return disagreementCause(mechanism);
  }
}

/** The root cause in two sentences: what happened in how many of the cases, and what sets them apart from passing ones. */
export function causeOf(mechanism: Mechanism, count: number, total: number, contrast: Cluster["contrast"]): string {
  const first = `In ${count} of ${total} cases ${whatHappened(mechanism)}.`;
  // What the policy did says more about a cause than what the comment is about.
  const strongest =
    contrast.find(({ feature }) => !/^(comment says|category) /.test(feature)) ??
    contrast.find(({ feature }) => feature.startsWith("comment says")) ??
    contrast[0];
  if (strongest === undefined) return `${first} The nearest passing cases look the same from outside.`;
  const { feature, failing, passing } = strongest;
  return `${first} “${feature}” holds for ${share(failing)} of them and ${share(passing)} of the nearest passing cases.`;
}
