import { hashText } from "@/lib/harness/hash";
import { kindOf } from "@/lib/harness/kind";
import { addRule, type BodyLine, bodyLines, extendDescription, itemMarker, replaceLine } from "./anchors";
import { type Culprit, culpritLine, NEGATION, withoutClauses } from "./culprit";
import type { Mechanism } from "./mechanism";
import { alreadySays, listOf, type Repair, type RepairInput, type RepairStep, ruleOf } from "./repair-step";
import { ruleFor } from "./rule-text";
import { titleOf } from "./title";
import { markingTerms, topics } from "./trigger";

const SOFT: [pattern: RegExp, strict: string][] = [
  [/[,;]?\s*\b(?:if|when|where|whenever) (?:possible|you can|convenient|needed|necessary|time allows|you like)\b/gi, ""],
  [/\b(?:you )?(?:may|might|can|could|should) (?:also |want to )?/gi, "must "],
  [/\b(?:consider|try) (\w+)ing\b/gi, "always $1"],
  [/\btry to\b/gi, "always"],
  [/\b(?:usually|normally|generally|often|sometimes|typically|preferably|ideally|mostly)\b/gi, "always"],
];

const FROM_MEMORY =
  /\b(?:from memory|by heart|as far as you know|guess|estimate|roughly|off the top of your head)\b|凭记忆|估计|大概/i;

const toolOf = (mechanism: Mechanism) =>
  mechanism.code === "tool-skipped" || mechanism.code === "unsupported-claim" || mechanism.code === "tool-hidden"
    ? mechanism.tool
    : null;

/** Turns a rule that stands against the repair into the repair, or makes a soft rule on it strict. */
export const sharpen: RepairStep = (input) => {
  const { group, bundle } = input;
  const { skill, mechanism } = group;
  const tool = toolOf(mechanism);
  const text = ruleOf(input);
  if (skill === null || tool === null || text === null) return null;
  const lines = bodyLines(bundle, skill.path);
  const edit = (line: BodyLine, replacement: string, title: string, whyLevel: string): Repair | null => {
    const operations = listOf(replaceLine(bundle, line, replacement));
    return operations.length === 0
      ? null
      : { title, component: "skill", owner: "skill", whyLevel, operations, added: replacement };
  };
  const against = lines.find(
    ({ text: line }) => (line.includes(tool) && NEGATION.test(line) && !line.includes("before")) || FROM_MEMORY.test(line),
  );
  if (against !== undefined && !NEGATION.test(against.text.split(FROM_MEMORY)[0] ?? "")) {
    const why = `The Skill ${skill.name} says the opposite now; a second rule beside it would only contradict it.`;
    return edit(against, `${itemMarker(against.text)}${text}`, `Turn the rule that works against ${tool} in ${skill.name}`, why);
  }
  const soft = lines.find(({ text: line }) => line.includes(tool) && SOFT.some(([pattern]) => line.search(pattern) !== -1));
  if (soft === undefined) return null;
  const marker = itemMarker(soft.text);
  const strict = SOFT.reduce(
    (line, [pattern, strictly]) => line.replace(pattern, strictly),
    soft.text.slice(marker.length),
  ).replace(/ {2,}/g, " ");
  const capital = strict.charAt(0).toUpperCase() + strict.slice(1);
  const why = `The Skill ${skill.name} has this rule already, but leaves it to the policy; making it strict needs no new rule.`;
  return edit(soft, `${marker}${capital}`, `Make the rule on ${tool} in ${skill.name} strict`, why);
};

/** Takes out of a rule what leads the policy to say what it must not say, and puts the prohibition in its place. */
export const removeForbidden: RepairStep = (input) => {
  const { group, bundle, harness, passes } = input;
  const { mechanism } = group;
  if (mechanism.code !== "forbidden-content") return null;
  // What to do instead depends on the comment; what never to say does not.
  const prohibition = mechanism.missing.length > 0 ? ruleOf(input) : ruleFor(mechanism, "", harness.tools);
  if (prohibition === null) return null;
  const culprit = sayingLine(input) ?? culpritLine(bundle, harness, group.cases, passes, mechanism.phrases);
  if (culprit === null) return null;
  const { line, rest } = culprit;
  const text = `${itemMarker(line.text)}${rest === "" ? "" : `${rest}. `}${prohibition}`;
  const operations = listOf(replaceLine(bundle, line, text));
  const component = kindOf(line.path);
  if (operations.length === 0 || (component !== "skill" && component !== "prompt")) return null;
  return {
    title: `Turn the rule that leads to “${mechanism.phrases[0] ?? mechanism.demand}”`.slice(0, 120),
    component,
    owner: component,
    whyLevel: "This rule of the harness leads the policy to it; a second rule beside it would only contradict it.",
    operations,
    added: text,
  };
};

const says = (text: string, phrase: string) => text.toLowerCase().includes(phrase.toLowerCase());

/** A rule that holds one of the forbidden phrases itself. */
function sayingLine({ group, bundle, harness }: RepairInput): Culprit | null {
  const { mechanism } = group;
  if (mechanism.code !== "forbidden-content") return null;
  const paths = [...(group.skill === null ? [] : [group.skill.path]), ...harness.prompt.map((block) => block.path)];
  const line = paths
    .flatMap((path) => bodyLines(bundle, path))
    .find(
      ({ text }) => !NEGATION.test(text) && mechanism.phrases.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase())),
    );
  if (line === undefined) return null;
  const rule = line.text.slice(itemMarker(line.text).length);
  return { line, rest: withoutClauses(rule, (clause) => mechanism.phrases.some((phrase) => says(clause, phrase))) };
}

/** Adds a rule to the Skill that was or should have been loaded. */
export const skillRule: RepairStep = (input) => {
  const { group, bundle } = input;
  const { skill } = group;
  const text = ruleOf(input);
  if (skill === null || text === null || alreadySays(input, skill.path)) return null;
  const operations = listOf(addRule(bundle, skill.path, text));
  if (operations.length === 0) return null;
  return {
    title: `${skill.name}: ${titleOf(group)}`.slice(0, 120),
    component: "skill",
    owner: "skill",
    whyLevel: `Only comments for which ${skill.name} is loaded need this rule; in the prompt it would burden every reply.`,
    operations,
    added: text,
  };
};

/** Names the kind of comment in the description of the Skill that it needs. */
export const skillDescription: RepairStep = ({ group, bundle, others }) => {
  const { skill, mechanism } = group;
  if (skill === null || (mechanism.code !== "wrong-skill" && mechanism.code !== "no-skill")) return null;
  const known = skill.description.toLowerCase();
  const marks = markingTerms(group.cases, others).filter((term) => !known.includes(term));
  const about = topics(group.cases).filter((topic) => !known.includes(topic));
  if (marks.length + about.length === 0) return null;
  const such = marks.map((term) => `“${term}”`).join(", ");
  const sentence =
    about.length === 0
      ? `Also for comments such as ${such}.`
      : `Also for comments about ${about.join(" and ")}${such === "" ? "" : `, such as ${such}`}.`;
  const operations = listOf(extendDescription(bundle, skill.path, skill.description, sentence));
  if (operations.length === 0) return null;
  return {
    title: (about.length === 0
      ? `Widen the description of ${skill.name} by ${such}`
      : `Say in the description of ${skill.name} that it is for ${about.join(" and ")}`
    ).slice(0, 120),
    component: "skill",
    owner: "skill",
    whyLevel: "The policy chooses a Skill by its description alone, so a wrong choice is mended there.",
    operations,
    added: sentence,
  };
};

/** Lets the loaded Skill expose the tool it needs. */
export const allowTool: RepairStep = ({ group, bundle }) => {
  const { skill, mechanism } = group;
  if (skill === null || mechanism.code !== "tool-hidden") return null;
  const text = bundle[skill.path] ?? "";
  const inline = /^allowed-tools:[ \t]*(\S.*)$/m.exec(text)?.[0];
  const block = /^allowed-tools:[ \t]*\r?\n(?:[ \t]*- .*\r?\n)+/m.exec(text)?.[0];
  const old = inline ?? block;
  if (old === undefined || text.split(old).length !== 2) return null;
  const indent = /\n([ \t]*)- /.exec(old)?.[1] ?? "  ";
  const added =
    inline === undefined
      ? `${old}${indent}- ${mechanism.tool}\n`
      : inline.includes("]")
        ? inline.replace("]", `, ${mechanism.tool}]`)
        : `${inline.trimEnd()}${inline.includes(",") ? "," : ""} ${mechanism.tool}`;
  return {
    title: `Let ${skill.name} use ${mechanism.tool}`,
    component: "skill",
    owner: "skill",
    whyLevel: "Tools are shown by the Skills that list them; no wording helps while this Skill does not.",
    operations: [{ op: "replace", anchor: { path: skill.path, baseHash: hashText(text), text: old, count: 1 }, text: added }],
    added,
  };
};
