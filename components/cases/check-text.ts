import type { Check, Metric } from "@/lib/contracts/case";

const quoted = (phrases: readonly string[]): string => phrases.map((phrase) => `“${phrase}”`).join(" or ");

/** A label that people gave a reply: "Effectiveness 0.5". */
export const labelText = ({ label, value }: { label: Metric; value: number }): string =>
  `${label === "accuracy" ? "Accuracy" : "Effectiveness"} ${value}`;

/** What a check asks for, in one sentence. */
export function checkText(check: Check): string {
  switch (check.kind) {
    case "tool-called":
      return check.arguments
        ? `calls ${check.tool} with ${JSON.stringify(check.arguments)}`
        : `calls ${check.tool} and gets an answer`;
    case "tool-not-called":
      return `does not call ${check.tool}`;
    case "tool-order":
      return `calls ${check.tools.join(", then ")}`;
    case "reply-contains":
      return `says ${quoted(check.any)}`;
    case "reply-excludes":
      return `does not say ${quoted(check.any)}`;
    case "grounded":
      return `says no ${check.claims.join(", ")} that no tool result or context supports`;
    case "reply-length":
      return `is ${check.min} to ${check.max} ${check.unit} long`;
    case "reply-language":
      return `is in ${check.language === "zh" ? "Chinese" : "English"}`;
    case "skill-loaded":
      return `loads a ${check.skillKind === "reply" ? "Reply" : "Strategy"} Skill`;
    case "ifeval":
      return `keeps the instruction ${check.instruction}${check.strict ? "" : ", loosely read"}`;
    case "human-label":
      return `grades ${labelText(check)}, as people did`;
    case "judge":
      return check.question === "addresses-query"
        ? "addresses what was asked, says a judge"
        : `follows the instruction${check.instruction ? ` “${check.instruction}”` : ""}, says a judge`;
  }
}
