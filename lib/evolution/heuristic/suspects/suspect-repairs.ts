import type { Operation } from "@/lib/contracts/evolution";
import type { Bundle, FileKind } from "@/lib/contracts/harness";
import { linesOf } from "@/lib/harness/diff";
import { hashText } from "@/lib/harness/hash";
import { kindOf } from "@/lib/harness/kind";
import { operationsBetween } from "@/lib/harness/operations";
import { bodyLines, extendDescription } from "../anchors";
import { listOf, type Repair, type RepairInput, type RepairStep } from "../repair-step";
import { topics } from "../trigger";

const shortened = (text: string, most: number) => {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
};

const between = (bundle: Bundle, path: string, text: string | null): Operation[] => {
  const { [path]: _, ...others } = bundle;
  return operationsBetween(bundle, text === null ? others : { ...others, [path]: text });
};

const levelOf = (path: string): { component: FileKind; owner: Repair["owner"] } => {
  const component = kindOf(path);
  const owner = component === "skill" || component === "tool" || component === "hook" ? component : "prompt";
  return { component, owner };
};

const repair = (path: string, title: string, whyLevel: string, operations: Operation[], added: string): Repair | null =>
  operations.length === 0 ? null : { title: title.slice(0, 120), ...levelOf(path), whyLevel, operations, added };

/** Takes a rule out; the whole file where it holds no other. */
const deleteRule: RepairStep = ({ group, bundle }) => {
  const { mechanism } = group;
  if (mechanism.code !== "rule-misleads") return null;
  const { path, line, rule } = mechanism;
  const text = bundle[path];
  if (text === undefined) return null;
  const lines = linesOf(text);
  const at = lines.findIndex((one) => one.replace(/\r?\n$/, "") === line);
  if (at === -1) return null;
  const others = bodyLines(bundle, path).filter(
    (one) => one.text.trim() !== "" && !one.text.startsWith("#") && one.text !== line,
  );
  const whole = others.length === 0 && kindOf(path) === "prompt";
  const rest = [...lines.slice(0, at), ...lines.slice(at + 1)].join("");
  return repair(
    path,
    `Delete the rule “${shortened(rule, 80)}”`,
    "The rule itself does the harm; anything added beside it would only contradict it.",
    between(bundle, path, whole ? null : rest),
    `− ${rule}`,
  );
};

/** Takes out a Skill that is in the way of others, where no kind of comment needs it. */
const deleteSkill: RepairStep = ({ group, bundle, harness }) => {
  const { mechanism } = group;
  if (mechanism.code !== "skill-misleads" || mechanism.homes.length > 0) return null;
  const skill = harness.skills.find(({ name }) => name === mechanism.skill);
  if (skill === undefined) return null;
  const folder = skill.path.replace(/[^/]+$/, "");
  const rest = Object.fromEntries(Object.entries(bundle).filter(([path]) => !path.startsWith(folder)));
  return repair(
    skill.path,
    `Delete the Skill ${skill.name}`,
    "Comments of the same kinds pass with the other Skills and fail with this one; none of them needs it.",
    operationsBetween(bundle, rest),
    `− ${skill.description}`,
  );
};

/** Says in a Skill's description what it is not for. */
const narrowSkill: RepairStep = ({ group, bundle, harness }) => {
  const { mechanism } = group;
  if (mechanism.code !== "skill-misleads") return null;
  const skill = harness.skills.find(({ name }) => name === mechanism.skill);
  if (skill === undefined) return null;
  const sentence = `Not for comments about ${topics(group.cases).join(" or ")}.`;
  if (skill.description.includes(sentence)) return null;
  return repair(
    skill.path,
    `Narrow the description of ${skill.name}: not for ${topics(group.cases).join(" or ")}`,
    "The policy chooses a Skill by its description alone, and this one promises more than its rules hold.",
    listOf(extendDescription(bundle, skill.path, skill.description, sentence)),
    sentence,
  );
};

/** Describes a tool by what it returned. */
const describeTool: RepairStep = ({ group, bundle, harness }) => {
  const { mechanism } = group;
  if (mechanism.code !== "tool-misdescribed") return null;
  const tool = harness.tools.find(({ name }) => name === mechanism.tool);
  const text = tool === undefined ? undefined : bundle[tool.path];
  if (tool === undefined || text === undefined) return null;
  const { description: value } = mechanism;
  return repair(
    tool.path,
    `Describe ${tool.name} by what it holds`,
    "The policy chooses a tool by its description, and this one speaks of something else.",
    [{ op: "set-field", path: tool.path, baseHash: hashText(text), pointer: "/description", value }],
    value,
  );
};

const lengthOf = (text: string) => [...text].length;

/** A limit of the Hook's code that every good reply it held back is over, with room for all of them. */
function loosenedLimit(code: string, drafts: readonly string[]): string | null {
  const longest = Math.max(...drafts.map(lengthOf));
  const shortest = Math.min(...drafts.map(lengthOf));
  const numbers = [...code.matchAll(/(?<![\w.])(\d{2,4})(?![\w.])/g)].map((match) => Number(match[1]));
  const limit = numbers.filter((number) => number < shortest && 4 * number >= shortest).sort((a, b) => b - a)[0];
  if (limit === undefined || !/\.length\b/.test(code)) return null;
  const wider = Math.ceil((1.25 * longest) / 10) * 10;
  return code.replace(new RegExp(`(?<![\\w.])${limit}(?![\\w.])`, "g"), String(wider));
}

const HELD_SHARE = 0.7;

/** The Hook's code without the listed words that most of the good replies it held back say. */
function withoutWords(code: string, drafts: readonly string[]): string | null {
  const words = [...code.matchAll(/(["'])((?:(?!\1)[^\\\n]){3,60})\1/g)].map((match) => ({
    whole: match[0],
    word: match[2] ?? "",
  }));
  const guilty = words.filter(
    ({ word }) => drafts.filter((draft) => draft.toLowerCase().includes(word.toLowerCase())).length >= HELD_SHARE * drafts.length,
  );
  const lists = guilty.filter(({ whole }) => code.includes(`${whole},`) || code.includes(`, ${whole}`));
  if (lists.length === 0) return null;
  return lists.reduce((text, { whole }) => {
    const without = text.includes(`${whole}, `) ? text.replace(`${whole}, `, "") : text.replace(`, ${whole}`, "");
    return without === text ? text.replace(`${whole},`, "") : without;
  }, code);
}

const hookRepair = (
  input: RepairInput,
  change: (code: string, drafts: readonly string[]) => string | null,
  title: string,
  why: string,
) => {
  const { mechanism } = input.group;
  if (mechanism.code !== "hook-blocks") return null;
  const hook = input.harness.hooks.find(({ name }) => name === mechanism.hook);
  const code = hook === undefined ? undefined : input.bundle[hook.path];
  const text = code === undefined ? null : change(code, mechanism.drafts);
  if (hook === undefined || text === null || text === code) return null;
  return repair(hook.path, `${title} ${hook.name}`, why, between(input.bundle, hook.path, text), `${title} ${hook.name}`);
};

const EVIDENCE =
  "The replies that it held back pass every check of their cases; a rule elsewhere could only bend them to a wrong condition.";

const loosenHook: RepairStep = (input) => hookRepair(input, loosenedLimit, "Loosen the limit of the Hook", EVIDENCE);

const allowWords: RepairStep = (input) =>
  hookRepair(input, withoutWords, "Allow words that good replies need in the Hook", EVIDENCE);

/** Takes out a Hook that held back good replies for the most part. */
const deleteHook: RepairStep = ({ group, bundle, harness }) => {
  const { mechanism } = group;
  if (mechanism.code !== "hook-blocks" || mechanism.drafts.length < HELD_SHARE * mechanism.blocked) return null;
  const hook = harness.hooks.find(({ name }) => name === mechanism.hook);
  if (hook === undefined) return null;
  const why = "Most replies that it held back were good, and no value of its condition tells them from others.";
  return repair(hook.path, `Delete the Hook ${hook.name}`, why, between(bundle, hook.path, null), `− ${hook.name}`);
};

/** Lets a reply pass after it was sent back once. */
const blockOnce: RepairStep = (input) =>
  hookRepair(
    input,
    (code) => {
      const found = /export default (?:async )?function\s*\w*\s*\((\w+)\)\s*\{[^\S\n]*\n/.exec(code);
      if (found === null || code.includes(`${found[1]}.stopBlocks > 0) return`)) return null;
      return code.replace(found[0], () => `${found[0]}  if (${found[1]}.stopBlocks > 0) return { decision: "allow" };\n`);
    },
    "Send a reply back once at most in the Hook",
    EVIDENCE,
  );

/** What can be done about a unit that the run speaks against: it is mended or deleted, never talked over. */
export function suspectRepairs({ group }: RepairInput): RepairStep[] | null {
  switch (group.mechanism.code) {
    case "hook-blocks":
      return [loosenHook, allowWords, deleteHook, blockOnce];
    case "skill-misleads":
      return [deleteSkill, narrowSkill];
    case "tool-misdescribed":
      return [describeTool];
    case "rule-misleads":
      return [deleteRule];
    default:
      return null;
  }
}
