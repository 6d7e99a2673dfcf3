import type { EvaluatedCase } from "../evaluated-case";
import { disagreementsOf, disagreementText } from "../judged/disagreement";
import { checkSignature, setMismatch } from "./signature";
import { characterGrams, cosines, tfIdfVectors } from "./text-vectors";
import { contentWords } from "./words";

const commentText = ({ item }: EvaluatedCase) => item.input.comments.map((comment) => comment.text).join("\n");

/** What a case demands and where it stands, whatever came of it. */
const situationOf = (one: EvaluatedCase) => ({
  category: one.item.category,
  demands: [...new Set(one.item.checks.map(checkSignature))],
  setting: [one.item.language, one.item.channel, one.item.input.comments.length > 1 ? "several" : "one"],
});

/** Weights of the situation's parts; they sum to 1. */
const SITUATION_WEIGHTS = { category: 0.4, demands: 0.4, setting: 0.2 };

/**
 * Distances from 0 to 1 between the situations of failing and passing cases, row by row: ½ mismatch of category, checks
 * and setting, ½ cosine distance of the comments. Outcomes play no part, so a near passing case was put the same question.
 */
export function situationDistances(failing: readonly EvaluatedCase[], passing: readonly EvaluatedCase[]): Float64Array {
  const vectors = tfIdfVectors([...failing, ...passing].map((one) => characterGrams(commentText(one))));
  const similarity = cosines(vectors.slice(0, failing.length), vectors.slice(failing.length));
  const rows = failing.map(situationOf);
  const columns = passing.map(situationOf);
  const distances = new Float64Array(failing.length * passing.length);
  rows.forEach((a, row) => {
    columns.forEach((b, column) => {
      const mismatch =
        SITUATION_WEIGHTS.category * (a.category === b.category ? 0 : 1) +
        SITUATION_WEIGHTS.demands * setMismatch(a.demands, b.demands) +
        SITUATION_WEIGHTS.setting * setMismatch(a.setting, b.setting);
      const place = row * passing.length + column;
      distances[place] = mismatch / 2 + (1 - Math.min(1, similarity[place] ?? 0)) / 2;
    });
  });
  return distances;
}

/** Features of a case and its trajectory in words a person reads; labels and contrasts are made of them. */
export function readableFeatures(one: EvaluatedCase): string[] {
  const { item, result } = one;
  const { skills, tools, toolErrors, hooks, retries } = result.features;
  const features = new Set<string>([`category ${item.category}`]);
  for (const skill of skills) features.add(`Skill ${skill} loaded`);
  if (skills.length === 0) features.add("no Skill loaded");
  for (const tool of tools) features.add(`tool ${tool} called`);
  if (tools.length === 0) features.add("no tool called");
  if (toolErrors.length > 0) features.add("a tool call failed");
  for (const hook of hooks) if (hook.decision !== "allow") features.add(`Hook ${hook.hook}: ${hook.decision}`);
  if (retries > 0) features.add("a retry");
  if (item.input.comments.length > 1) features.add("several comments at once");
  if (item.dialogue.length > 0) features.add("earlier dialogue");
  if (item.language !== "en") features.add(`language ${item.language}`);
  if (item.channel !== "public") features.add(`channel ${item.channel}`);
  for (const disagreement of disagreementsOf(one)) features.add(disagreementText(disagreement));
  for (const word of contentWords(commentText(one))) features.add(`comment says “${word}”`);
  return [...features];
}
