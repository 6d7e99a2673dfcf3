import { expect, it } from "vitest";
import type { Bundle } from "@/lib/contracts/harness";
import { applyOperations } from "@/lib/harness/operations";
import { parseHarness } from "@/lib/harness/parse";
import { sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import type { Mechanism } from "./mechanism";
import { repairsOf } from "./repairs";
import { rubricSkill } from "./rubric-skill";

const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: Rubric for ${name}.\n---\n${body}`;
const BUNDLE: Bundle = {
  "harness.yaml": "name: Judge\nkind: judge\n",
  "prompt/10-role.md": "---\norder: 10\n---\nYou grade replies.\n\n- Load the rubric first.\n",
  "skills/accuracy/SKILL.md": skill("accuracy", "- Give 0 for a wrong figure.\n- A small promise is no error.\n"),
  "skills/effectiveness/SKILL.md": skill("effectiveness", "- Give 1 where the reply answers.\n"),
};

type Disagreed = Extract<Mechanism, { code: "disagreed" }>;

function repaired(mechanism: Omit<Disagreed, "code" | "key" | "direction">, bundle = BUNDLE) {
  const { harness } = parseHarness(bundle);
  if (!harness) return expect.fail("the bundle does not parse");
  const cases = [sampleEvaluatedCase({ id: "r-1" }), sampleEvaluatedCase({ id: "r-2" })];
  const disagreed: Disagreed = { key: "k", code: "disagreed", direction: "lenient", ...mechanism };
  const group = { cluster: "c", mechanism: disagreed, cases, details: [], skill: rubricSkill(harness.skills, mechanism.label) };
  const [first] = repairsOf({ group, bundle, harness, others: [], passes: [] });
  if (!first) return null;
  const applied = applyOperations(bundle, first.operations);
  return { repair: first, bundle: applied.ok ? applied.bundle : expect.fail("the repair does not apply") };
}

it("turns a rule of the rubric that speaks of the same, instead of adding one that contradicts it", () => {
  const made = repaired({ label: "accuracy", feature: "promise" });
  const rubric = made?.bundle["skills/accuracy/SKILL.md"] ?? "";
  expect(rubric).not.toContain("no error.");
  expect(rubric).toMatch(/- A promise that no look-up grants .* Accuracy is 0/);
  expect(made?.repair).toMatchObject({ component: "skill", title: "Sharpen the rubric, Accuracy: promise" });
});

it("adds a rule to the rubric of the label, once", () => {
  const made = repaired({ label: "effectiveness", feature: "partial-answer" });
  expect(made?.bundle["skills/effectiveness/SKILL.md"]).toMatch(/answers\.\n- A partial answer gets Effectiveness 0\.5/);
  expect(made?.repair.title).toBe("Rubric, Effectiveness: partial answer");
  const again = repaired({ label: "effectiveness", feature: "partial-answer" }, made?.bundle);
  expect(again?.repair.component).not.toBe("skill");
});

it("puts the rule into the prompt where the harness has no rubric Skill, and has none for what nothing sets apart", () => {
  const { "skills/accuracy/SKILL.md": _, "skills/effectiveness/SKILL.md": __, ...bare } = BUNDLE;
  const made = repaired({ label: "accuracy", feature: "overreach" }, bare);
  expect(made?.bundle["prompt/10-role.md"]).toContain("- Capability overreach is an error");
  expect(repaired({ label: "accuracy", feature: "other" })).toBeNull();
});
