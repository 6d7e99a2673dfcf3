import { judgeTitle } from "./judge-rule";
import type { RepairGroup } from "./repair-group";
import { topics } from "./trigger";

/** What a repair of a group does, in a few words. */
export function titleOf({ mechanism, cases }: RepairGroup): string {
  const about = topics(cases).join(" and ");
  switch (mechanism.code) {
    case "tool-skipped":
    case "tool-hidden":
      return `call ${mechanism.tool} first for ${about}`;
    case "tool-arguments":
      return `call ${mechanism.tool} for what is asked`;
    case "tool-failed":
      return `recover when ${mechanism.tool} fails`;
    case "tool-denied":
      return `meet the condition of ${mechanism.tool}`;
    case "tool-order":
      return `call the tools for ${about} in order`;
    case "tool-needless":
      return `do not call ${mechanism.tool} for ${about}`;
    case "unsupported-claim":
      return `no unsupported ${mechanism.claims.join(" or ")} for ${about}`;
    case "wrong-language":
      return "reply in the viewer's language";
    case "forbidden-content":
      return `do not say “${mechanism.phrases[0] ?? mechanism.demand}” for ${about}`;
    case "unanswered-comments":
      return "answer every one of several comments";
    case "result-unused":
      return `say what ${mechanism.tool} returned as ${mechanism.field}`;
    case "context-unused":
      return `answer from ${mechanism.field} of the context`;
    case "content-missing":
      return `${about}: ${mechanism.demand}`;
    case "length":
      return mechanism.direction === "long"
        ? `at most ${mechanism.limit} ${mechanism.unit}`
        : `at least ${mechanism.limit} ${mechanism.unit}`;
    case "sent-back":
      return `write replies that pass ${mechanism.hook}`;
    case "round-limit":
      return "reply before the rounds run out";
    case "no-fitting-skill":
    case "no-skill":
    case "wrong-skill":
      return `load the Skill for ${about}`;
    case "disagreed":
      return judgeTitle(mechanism);
    default:
      return `answer ${about}`;
  }
}
