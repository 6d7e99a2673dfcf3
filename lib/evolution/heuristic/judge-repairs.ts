import type { JudgedFeature } from "../judged/visible-features";
import { addRule, bodyLines, itemMarker, replaceLine } from "./anchors";
import { judgeRule, judgeTitle } from "./judge-rule";
import { alreadySays, listOf, type RepairStep } from "./repair-step";

/** Words by which a rubric speaks of a feature. */
const ABOUT: Partial<Record<JudgedFeature, RegExp>> = {
  "product-linkage": /\b(?:another|other|wrong) (?:product|link)|linkage/i,
  overreach: /\boverreach|\bcannot do\b|\bhuman\b/i,
  promise: /\bpromis\w+|\bguarantee/i,
  "unsupported-claim": /\bunsupported|\bsuperlative|\bsource\b/i,
  "cannot-check": /\bcannot check|\bfailed look-up|\btool that failed/i,
  courtesy: /\bpolite|\bcourtes/i,
  "several-comments": /\bseveral comments|\bmore than one comment|\bfirst comment|\bmain comment/i,
  "partial-answer": /\bpartial|\bpart of|\bhalf\b|\bincomplete/i,
  "asks-back": /\bask(?:s|ing)? back/i,
  "no-answer": /\bempty phrase|\bfriendly (?:reply|phrase)/i,
  silence: /\bsilen/i,
  redirect: /\boff-topic|\bback to the room/i,
};

/** Puts the rule in the place of a line of the rubric that speaks of the same and grades it another way. */
export const replaceOpposite: RepairStep = ({ group, bundle, harness }) => {
  const { mechanism, skill } = group;
  if (mechanism.code !== "disagreed") return null;
  const rule = judgeRule(mechanism);
  const about = ABOUT[mechanism.feature];
  if (rule === null || about === undefined) return null;
  const paths = skill === null ? harness.prompt.map((block) => block.path) : [skill.path];
  const line = paths
    .flatMap((path) => bodyLines(bundle, path))
    .find(({ text }) => itemMarker(text) !== "" && about.test(text) && !text.includes(rule));
  if (line === undefined) return null;
  const operations = listOf(replaceLine(bundle, line, `${itemMarker(line.text)}${rule}`));
  const component = skill === null ? "prompt" : "skill";
  if (operations.length === 0) return null;
  return {
    title: `Sharpen the rubric, ${judgeTitle(mechanism)}`.slice(0, 120),
    component,
    owner: component,
    whyLevel:
      "The rubric speaks of this already and is read otherwise than people grade; a second rule beside it would only contradict it.",
    operations,
    added: rule,
  };
};

/** Adds the rule to the rubric of the label. */
export const rubricRule: RepairStep = (input) => {
  const { group, bundle } = input;
  const { mechanism, skill } = group;
  if (mechanism.code !== "disagreed" || skill === null) return null;
  const rule = judgeRule(mechanism);
  if (rule === null || alreadySays(input, skill.path)) return null;
  const operations = listOf(addRule(bundle, skill.path, rule));
  if (operations.length === 0) return null;
  return {
    title: `Rubric, ${judgeTitle(mechanism)}`.slice(0, 120),
    component: "skill",
    owner: "skill",
    whyLevel: `${skill.name} is the rubric of this label; a rule there is read before every verdict and burdens nothing else.`,
    operations,
    added: rule,
  };
};
