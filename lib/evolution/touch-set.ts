import { z } from "zod";
import type { FileChange } from "@/lib/contracts/evolution";
import type { Harness } from "@/lib/contracts/harness";
import { parseJsonSource } from "@/lib/harness/json-source";
import type { EvaluatedCase } from "./evaluated-case";

const frontMatter = (text: string | null) => /^---\r?\n[\s\S]*?\r?\n---/.exec(text ?? "")?.[0] ?? "";

type Touches = (one: EvaluatedCase) => boolean;
const everyCase: Touches = () => true;

const Described = z.object({ name: z.string(), description: z.string() });

/** What the policy sees of a tool when it chooses one; null where there is no tool. */
function shownOf(text: string | null): string | null {
  if (text === null) return null;
  const source = parseJsonSource(text);
  const tool = source.ok ? Described.safeParse(source.value) : null;
  return tool?.success ? `${tool.data.name}\n${tool.data.description}` : text;
}

const eventsIn = (code: string | null) =>
  new Set(code?.match(/UserPromptSubmit|PreModelCall|PreToolUse|PostToolUse|Stop/g) ?? []);

/** The cases in which an event of a Hook that is new to it happens. */
function newEvents(change: FileChange): Touches {
  const known = eventsIn(change.base);
  const events = [...eventsIn(change.head)].filter((event) => !known.has(event));
  if (events.some((event) => !event.endsWith("ToolUse"))) return everyCase;
  return ({ result }) => events.length > 0 && result.features.tools.length > 0;
}

function touchesOf(change: FileChange, harness: Harness): Touches {
  switch (change.kind) {
    case "skill": {
      const skill = harness.skills.find(({ path }) => path === change.path);
      // A new description, or a Skill that comes or goes, competes with the others wherever a Skill may be chosen.
      if (skill === undefined || frontMatter(change.base) !== frontMatter(change.head)) return everyCase;
      return ({ result }) => result.features.skills.includes(skill.name);
    }
    case "tool": {
      const tool = harness.tools.find(({ path }) => path === change.path);
      // What the policy reads of a tool competes with the others wherever the tool is shown.
      if (tool === undefined || (change.head !== null && shownOf(change.base) !== shownOf(change.head))) return everyCase;
      return ({ result }) => result.features.tools.includes(tool.name);
    }
    case "hook": {
      const hook = harness.hooks.find(({ path }) => path === change.path);
      const added = newEvents(change);
      return (one) => added(one) || one.result.features.hooks.some((fired) => fired.hook === hook?.name);
    }
    case "prompt": {
      const block = harness.prompt.find(({ path }) => path === change.path);
      // Its condition and place stand in its header.
      if (block?.when === undefined || frontMatter(change.base) !== frontMatter(change.head)) return everyCase;
      return ({ result }) => result.features.promptBlocks.some((sent) => sent === block.path || sent === block.name);
    }
    default:
      return everyCase;
  }
}

/**
 * Ids of the passing cases whose trajectory loaded, fired or called what an entry changes (METHODS.md section 2); for a
 * prompt block without a condition, for settings and modules, and for what a Skill or tool is chosen by, all of them. A Hook
 * touches the cases it ran in, and those in which an event that is new to it happens. A renamed unit goes and comes.
 */
export function touchSet(changes: readonly FileChange[], harness: Harness, passes: readonly EvaluatedCase[]): string[] {
  const touches = changes.map((change) => touchesOf(change, harness));
  return passes.filter((one) => touches.some((touch) => touch(one))).map(({ item }) => item.id);
}
