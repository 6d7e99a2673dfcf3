import type { FileChange } from "@/lib/contracts/evolution";
import type { Harness } from "@/lib/contracts/harness";
import type { EvaluatedCase } from "./evaluated-case";

const frontMatter = (text: string | null) => /^---\r?\n[\s\S]*?\r?\n---/.exec(text ?? "")?.[0] ?? "";

type Touches = (one: EvaluatedCase) => boolean;
const everyCase: Touches = () => true;

function touchesOf(change: FileChange, harness: Harness): Touches {
  switch (change.kind) {
    case "skill": {
      const skill = harness.skills.find(({ path }) => path === change.path);
      // A new description, or a new Skill, competes with the others wherever a Skill is chosen.
      if (skill === undefined || frontMatter(change.base) !== frontMatter(change.head)) {
        return harness.skills.length === 0 ? everyCase : ({ result }) => result.features.skills.length > 0;
      }
      return ({ result }) => result.features.skills.includes(skill.name);
    }
    case "tool": {
      const tool = harness.tools.find(({ path }) => path === change.path);
      return tool === undefined ? everyCase : ({ result }) => result.features.tools.includes(tool.name);
    }
    case "hook": {
      const hook = harness.hooks.find(({ path }) => path === change.path);
      if (hook !== undefined) return ({ result }) => result.features.hooks.some((fired) => fired.hook === hook.name);
      const early = /UserPromptSubmit|PreModelCall|Stop/.test(change.head ?? "");
      return early ? everyCase : ({ result }) => result.features.tools.length > 0;
    }
    case "prompt": {
      const block = harness.prompt.find(({ path }) => path === change.path);
      if (block?.when === undefined) return everyCase;
      return ({ result }) => result.features.promptBlocks.some((sent) => sent === block.path || sent === block.name);
    }
    default:
      return everyCase;
  }
}

/**
 * Ids of the passing cases whose trajectory loaded, fired or called what an entry changes (METHODS.md section 2); for a
 * prompt block without a condition and for settings all of them. A new Hook touches the cases in which its events happen.
 */
export function touchSet(changes: readonly FileChange[], harness: Harness, passes: readonly EvaluatedCase[]): string[] {
  const touches = changes.map((change) => touchesOf(change, harness));
  return passes.filter((one) => touches.some((touch) => touch(one))).map(({ item }) => item.id);
}
