import type { ClaimKind } from "@/lib/contracts/case";
import type { Tool } from "@/lib/contracts/harness";
import { judgeRule } from "./judge-rule";
import type { Mechanism } from "./mechanism";

const CLAIM_NAMES: Record<ClaimKind, string> = { price: "price", stock: "stock", promotion: "promotion" };

const joined = (parts: readonly string[], word: "and" | "or") =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${word} ${parts[parts.length - 1]}`;

export const claimNames = (claims: readonly ClaimKind[]) =>
  joined(
    claims.map((claim) => CLAIM_NAMES[claim]),
    "or",
  );

const code = (name: string) => `\`${name}\``;

const requiredArguments = (tool: Tool | undefined) => {
  const required = tool?.inputSchema.required;
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
};

const withArguments = (names: readonly string[]) =>
  names.length === 0 ? "" : ` with ${joined(names.map(code), "and")} filled in`;

const asDemand = (demand: string) => demand.replace(/[.。]$/, "");

/** The base form of a verb in the third person: "says" → "say", "goes" → "go", "tries" → "try"; null for other words. */
function baseForm(word: string): string | null {
  if (!/^[a-z]{2,}s$/i.test(word) || /(?:ss|us|is)$/i.test(word)) return null;
  if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:[sz]h|ch|x|ss|o)es$/i.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** A demand on the reply as an instruction: "Says that it is open." → "say that it is open"; "The answer." → "say the answer". */
export function asInstruction(demand: string): string {
  const text = asDemand(demand);
  const [first = "", ...others] = text.split(" ");
  const verb = baseForm(first);
  const follows = others[0] ?? "";
  if (verb !== null && !/^(?:of|and|are|is|or)$/.test(follows)) return [verb.toLowerCase(), ...others].join(" ");
  const lower = /^[A-Z][a-z]*$/.test(first) ? first.toLowerCase() : first;
  return ["say", lower, ...others].join(" ");
}

/**
 * The instruction that would have prevented a mechanism, as one line a policy can follow. `when` is the clause that says
 * when it applies. Null where no instruction helps.
 */
export function ruleFor(mechanism: Mechanism, when: string, tools: readonly Tool[]): string | null {
  const toolNamed = (name: string) => tools.find((tool) => tool.name === name);
  switch (mechanism.code) {
    case "tool-skipped":
    case "tool-hidden":
      return `${when}, call ${code(mechanism.tool)}${withArguments(requiredArguments(toolNamed(mechanism.tool)))} before you reply and answer from its result; never answer from memory.`;
    case "tool-arguments":
      return `${when}, call ${code(mechanism.tool)}${withArguments(mechanism.names)} for exactly what the viewer asks about.`;
    case "tool-failed":
      return `${when}, and ${code(mechanism.tool)} answers with an error, correct the arguments and call it once more; if it fails again, say that you cannot check it now.`;
    case "tool-denied":
      return `Before you call ${code(mechanism.tool)}, meet its condition: ${asDemand(mechanism.reason)}.`;
    case "tool-order":
      return `${when}, call ${joined(mechanism.tools.map(code), "and").replaceAll(", ", ", then ").replace(" and ", " and then ")}, in this order.`;
    case "tool-needless":
      return `${when}, do not call ${code(mechanism.tool)}; answer without it.`;
    case "unsupported-claim": {
      const claims = claimNames(mechanism.claims);
      if (mechanism.tool !== null && !mechanism.called) {
        return `${when}, call ${code(mechanism.tool)}${withArguments(requiredArguments(toolNamed(mechanism.tool)))} before you say a ${claims}, and say only what it returned; never state a ${claims} from memory.`;
      }
      const source = mechanism.tool === null ? "a tool result or the context" : `the result of ${code(mechanism.tool)}`;
      return `${when}, copy every ${claims} exactly from ${source}; never estimate, round or add one that is not there.`;
    }
    case "wrong-language":
      return "Always reply in the language of the viewer's comment: a Chinese comment gets a Chinese reply, an English comment an English reply.";
    case "forbidden-content": {
      const never = joined(
        mechanism.phrases.map((phrase) => `“${phrase}”`),
        "or",
      );
      const instead = joined(mechanism.missing.map(asInstruction), "and");
      // What is to be said stands in a sentence of its own, so that nobody reads the forbidden words into it.
      const end = instead === "" ? "" : ` Instead, ${instead}.`;
      const text = `never say ${never === "" ? asDemand(mechanism.demand) : never}${never === "" ? "" : ` or anything like it (${asDemand(mechanism.demand)})`}.${end}`;
      return when === "" ? text.charAt(0).toUpperCase() + text.slice(1) : `${when}, ${text}`;
    }
    case "unanswered-comments":
      return "When there are several numbered comments, answer every one of them in order, one short sentence each; call the tools that each of them needs first.";
    case "result-unused":
      return `${when}, say what ${code(mechanism.tool)} returned as ${code(mechanism.field)} in the reply.`;
    case "context-unused":
      return `${when}, look in ${code(mechanism.field)} of the context first and say what stands there in the reply.`;
    case "content-missing":
      return `${when}, ${joined([mechanism.demand, ...mechanism.missing].map(asInstruction), "and")}.`;
    case "length":
      return mechanism.direction === "long"
        ? `Keep every reply at or below ${mechanism.limit} ${mechanism.unit}: answer first, and leave out what the viewer did not ask for.`
        : `Answer in at least ${mechanism.limit} ${mechanism.unit}.`;
    case "round-limit":
      return "Ask for all the tools that you need in one round, never call the same tool twice with the same arguments, and reply as soon as their results are there.";
    case "no-skill":
      return mechanism.expected === null
        ? "Load the Reply Skill that fits the comment with `load_skill` before you reply."
        : `${when}, load ${code(mechanism.expected)} with \`load_skill\` before you reply.`;
    case "wrong-skill":
      return `${when}, load ${code(mechanism.expected)}, not ${code(mechanism.loaded)}.`;
    case "sent-back":
    case "silenced":
      return mechanism.reason === "" ? null : `Write replies that pass this check: ${asDemand(mechanism.reason)}.`;
    case "judged":
      return `${when}, answer the question itself first, in one sentence.`;
    case "disagreed":
      return judgeRule(mechanism);
    case "hook-blocks":
    case "skill-misleads":
    case "tool-misdescribed":
    case "rule-misleads":
    case "no-fitting-skill":
    case "no-reply":
    case "tool-missing":
      return null;
  }
}
