import { hashText } from "@/lib/harness/hash";
import { addRule, bodyLines, itemMarker } from "./anchors";
import { claimHook, languageHook, lengthHook, phraseHook } from "./hook-text";
import type { Mechanism } from "./mechanism";
import { slugOf } from "./new-skill";
import { isGeneral } from "./repair-group";
import { alreadySays, listOf, type RepairInput, type RepairStep, ruleOf } from "./repair-step";
import { titleOf } from "./title";
import { markingTerms, topics } from "./trigger";

/** The unconditional prompt block that rules belong to: the one with most list items, the last of equals. */
function ruleBlock({ bundle, harness }: RepairInput): string | null {
  const blocks = harness.prompt
    .filter((block) => block.when === undefined)
    .map((block) => ({
      path: block.path,
      items: bodyLines(bundle, block.path).filter(({ text }) => itemMarker(text) !== "").length,
    }));
  return [...blocks].reverse().sort((a, b) => b.items - a.items)[0]?.path ?? null;
}

/** Says in a tool's description when to call it. */
export const toolDescription: RepairStep = ({ group, bundle, harness, others }) => {
  const { mechanism } = group;
  if (mechanism.code !== "tool-skipped" && mechanism.code !== "tool-failed" && mechanism.code !== "tool-arguments") return null;
  const tool = harness.tools.find((one) => one.name === mechanism.tool);
  const text = tool === undefined ? undefined : bundle[tool.path];
  if (tool === undefined || text === undefined) return null;
  const marks = markingTerms(group.cases, others);
  const such = marks.length === 0 ? "" : ` (such as ${marks.map((term) => `“${term}”`).join(", ")})`;
  const sentence = `Call it first for every comment about ${topics(group.cases).join(" or ")}${such}.`;
  if (tool.description.includes(`Call it first for every comment about ${topics(group.cases).join(" or ")}`)) return null;
  const value = `${tool.description.trim().replace(/([^.!?。])$/, "$1.")} ${sentence}`;
  return {
    title: `Say in the description of ${tool.name} when to call it`,
    component: "tool",
    owner: "tool",
    whyLevel: "The policy reads the tool's description in every round, also where no Skill with a rule on it is loaded.",
    operations: [{ op: "set-field", path: tool.path, baseHash: hashText(text), pointer: "/description", value }],
    added: sentence,
  };
};

function whyPrompt(mechanism: Mechanism, skills: number): string {
  if (skills === 0) return "The harness has no Skills, so the prompt is the only place for a rule.";
  if (mechanism.code === "wrong-skill" || mechanism.code === "no-skill") {
    return "A Skill is chosen before its rules are read, and its description says this already.";
  }
  return isGeneral(mechanism)
    ? "It does not depend on what the comment is about, so it belongs where every reply reads it."
    : "The rule stands in a Skill already and is not followed, or no Skill is loaded where it is needed.";
}

/** Adds a rule to the prompt, which every reply reads. */
export const promptRule: RepairStep = (input) => {
  const { harness, group, bundle } = input;
  const path = ruleBlock(input);
  const text = ruleOf(input);
  if (path === null || text === null || alreadySays(input, path)) return null;
  const operations = listOf(addRule(bundle, path, text));
  if (operations.length === 0) return null;
  return {
    title: `Prompt: ${titleOf(group)}`.slice(0, 120),
    component: "prompt",
    owner: "prompt",
    whyLevel: whyPrompt(group.mechanism, harness.skills.length),
    operations,
    added: text,
  };
};

const hookOf = (mechanism: Mechanism): { path: string; text: string; title: string } | null => {
  switch (mechanism.code) {
    case "unsupported-claim": {
      const name = mechanism.claims.join("-or-");
      const title = `Hook: no reply with an unsupported ${mechanism.claims.join(" or ")}`;
      return { path: `hooks/supported-${name}.js`, text: claimHook(mechanism.claims), title };
    }
    case "forbidden-content": {
      if (mechanism.phrases.length === 0) return null;
      const name = slugOf(mechanism.demand).slice(0, 40).replace(/-+$/, "");
      const title = `Hook: no reply that says “${mechanism.phrases[0]}”`.slice(0, 120);
      return { path: `hooks/avoid-${name || "phrases"}.js`, text: phraseHook(mechanism.phrases, mechanism.demand), title };
    }
    case "length":
      if (mechanism.direction === "short") return null;
      return {
        path: "hooks/reply-length.js",
        text: lengthHook(mechanism.limit, mechanism.unit),
        title: `Hook: no reply over ${mechanism.limit} ${mechanism.unit}`,
      };
    case "wrong-language":
      return { path: "hooks/reply-language.js", text: languageHook(), title: "Hook: no reply in another language" };
    default:
      return null;
  }
};

/** Enforces in a Hook what a rule says already without effect. */
export const hook: RepairStep = ({ group, bundle }) => {
  const made = hookOf(group.mechanism);
  if (made === null || made.path in bundle) return null;
  return {
    title: made.title,
    component: "hook",
    owner: "hook",
    whyLevel: "The rule stands in the harness and is not followed; a Hook checks every reply and does not forget.",
    operations: [{ op: "create-file", path: made.path, text: made.text }],
    added: made.text,
  };
};
