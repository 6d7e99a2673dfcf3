import type { JsonObject } from "@/lib/contracts/ids";
import type { Message, ToolSpec } from "@/lib/contracts/model";
import { attend } from "./attention";
import { chooseSkills } from "./choose-skill";
import { chooseCalls } from "./choose-tool";
import { type Frame, readComment } from "./comments";
import { compose } from "./compose";
import { type Chance, createChance } from "./draws";
import { ANSWER_HABITS } from "./habits";
import { namedWords } from "./instructions";
import { readScene, type Scene } from "./scene";

/** What the policy does next: tool calls, or a reply. */
export interface Decision {
  content: string;
  calls: { name: string; arguments: JsonObject }[];
}

/**
 * The embedded policy: reads the messages and tool specifications and acts on what it finds there. Equal requests give
 * equal decisions. It keeps nothing between requests but parsed texts.
 */
export function decide(messages: readonly Message[], tools: readonly ToolSpec[], seed: number): Decision {
  const scene = readScene(messages, tools);
  const situation = scene.comments.join("\n");
  const chance = createChance(seed, situation);
  const named = namedWords(scene.namingTexts);
  const frames = scene.comments.map((comment) => readComment(comment, scene, createChance(seed, comment), named));
  const answered = takeUp(scene, frames, chance);
  const attention = attend(
    scene,
    answered.flatMap((frame) => frame.topics),
    chance,
  );

  const skills = chooseSkills(scene, answered, attention, chance);
  const loads = scene.loader ? skills.map((skill) => loadCall(scene, skill)) : [];
  if (loads.length > 0 && !chance.holds("works side by side", 0)) return { content: "", calls: loads };
  const calls = answered.flatMap((frame) =>
    chooseCalls(scene, frame, attend(scene, frame.topics, createChance(seed, frame.text)), createChance(seed, frame.text)),
  );
  const distinct = new Map(calls.map((call) => [JSON.stringify(call), { name: call.tool, arguments: call.arguments }]));
  const all = [...loads, ...distinct.values()];
  if (all.length > 0) return { content: "", calls: all };
  return { content: compose(scene, answered, seed, chance), calls: [] };
}

/** Of several comments the policy takes up the first that wants something, and the others where it is told to. */
function takeUp(scene: Scene, frames: Frame[], chance: Chance): Frame[] {
  if (frames.length < 2) return frames;
  const real = frames.filter((frame) => frame.topics.length > 0 && frame.topics[0] !== "greeting");
  const wanting = real.length > 0 ? real : frames;
  const attention = attend(scene, ["several", ...wanting.flatMap((frame) => frame.topics)], chance);
  return attention.follows("answer-all", ANSWER_HABITS.answerAll) ? wanting : wanting.slice(0, 1);
}

function loadCall(scene: Scene, skill: string): Decision["calls"][number] {
  const properties = scene.loader?.inputSchema.properties;
  const [property = "skill"] = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return { name: scene.loader?.name ?? "load_skill", arguments: { [property]: skill } };
}
