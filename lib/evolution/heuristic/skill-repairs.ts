import { hashText } from "@/lib/harness/hash";
import { addRule, type BodyLine, bodyLines, extendDescription, itemMarker, replaceLine } from "./anchors";
import type { Mechanism } from "./mechanism";
import { alreadySays, listOf, type Repair, type RepairStep, ruleOf } from "./repair-step";
import { titleOf } from "./title";
import { markingTerms, topics } from "./trigger";

const SOFT: [pattern: RegExp, strict: string][] = [
  [/[,;]?\s*\b(?:if|when|where|whenever) (?:possible|you can|convenient|needed|necessary|time allows|you like)\b/gi, ""],
  [/\b(?:you )?(?:may|might|can|could|should) (?:also |want to )?/gi, "must "],
  [/\b(?:consider|try) (\w+)ing\b/gi, "always $1"],
  [/\btry to\b/gi, "always"],
  [/\b(?:usually|normally|generally|often|sometimes|typically|preferably|ideally|mostly)\b/gi, "always"],
];

const NEGATION = /\b(?:do not|don't|never|avoid|skip|no need|without|instead of|rather than)\b|不要|不用|无需|别/i;
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

/** Removes a line that tells the policy to say what it must not say. */
export const removeForbidden: RepairStep = ({ group, bundle, harness }) => {
  const { mechanism } = group;
  if (mechanism.code !== "forbidden-content") return null;
  const paths = [...(group.skill === null ? [] : [group.skill.path]), ...harness.prompt.map((block) => block.path)];
  for (const line of paths.flatMap((path) => bodyLines(bundle, path))) {
    const says = mechanism.phrases.find((phrase) => line.text.toLowerCase().includes(phrase.toLowerCase()));
    if (says === undefined || NEGATION.test(line.text)) continue;
    const text = `${itemMarker(line.text)}Never say “${says}” or anything like it (${mechanism.demand.replace(/[.。]$/, "")}).`;
    const operations = listOf(replaceLine(bundle, line, text));
    if (operations.length === 0) continue;
    const component = line.path.startsWith("skills/") ? "skill" : "prompt";
    return {
      title: `Turn the line that asks for “${says}”`.slice(0, 120),
      component,
      owner: component,
      whyLevel: "The harness itself puts this wording into the policy's mouth; it has to go where it comes from.",
      operations,
      added: text,
    };
  }
  return null;
};

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
  const marks = markingTerms(group.cases, others);
  const about = topics(group.cases).join(" and ");
  const sentence = `Also for comments about ${about}${marks.length === 0 ? "" : `, such as ${marks.map((term) => `“${term}”`).join(", ")}`}.`;
  if (skill.description.includes(`Also for comments about ${about}`)) return null;
  const operations = listOf(extendDescription(bundle, skill.path, skill.description, sentence));
  if (operations.length === 0) return null;
  return {
    title: `Say in the description of ${skill.name} that it is for ${about}`.slice(0, 120),
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
