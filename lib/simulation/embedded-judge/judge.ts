import type { JsonValue } from "@/lib/contracts/ids";
import type { Message, ToolSpec } from "@/lib/contracts/model";
import { createChance } from "../embedded-policy/draws";
import type { Decision } from "../embedded-policy/policy";
import { readScene, type Scene } from "../embedded-policy/scene";
import { type Material, readMaterial } from "./material";
import { perceive } from "./perceive";
import { readRubric } from "./rubric";
import { gradeBy } from "./verdict";

/** Log-odds of loading a Skill, and of looking at the evidence in full, where no text in sight asks for it. */
const HABIT = { load: 0.4, evidence: -0.6 };
const ASKED = 4;
const EVIDENCE_TOOL = /\bwhat the host looked up\b|\bevery tool call\b/i;

/**
 * The stand-in as a judge: reads the rubric and the evidence that it is really sent and grades by what it finds there. It
 * knows no case and no label; what no rule settles falls to habits, so that an edit of the rubric changes a grade through its
 * text alone. Null where the request does not ask for a grade.
 */
export function judgeDecision(messages: readonly Message[], tools: readonly ToolSpec[], seed: number): Decision | null {
  const material = readMaterial(messages);
  if (!material) return null;
  const scene = readScene(messages, tools);
  const chance = createChance(seed, [...material.comments, material.reply].join("\n"));
  const system = messages.flatMap((message) => (message.role === "system" ? [message.content] : []));
  const bodies = loadedBodies(messages, scene);
  const texts = [...system, ...bodies];
  const calls = [...loads(scene, texts, chance), ...evidenceCalls(scene, texts, chance)];
  if (calls.length > 0) return { content: "", calls };
  const seen = perceive(material, evidenceOf(scene, material));
  const grade = gradeBy(seen, readRubric(texts), chance);
  return { content: JSON.stringify({ ...grade, answers: answersOf(material, seen.intents) }), calls: [] };
}

/** Skills that the texts name, or that are marked to be loaded, and are not loaded yet; all of them where that was demanded. */
function loads(scene: Scene, texts: readonly string[], chance: ReturnType<typeof createChance>): Decision["calls"] {
  const { loader, skills, loaded, feedback } = scene;
  if (!loader || loaded.length > 0) return [];
  const demanded = feedback.some((reason) => /\bskill/i.test(reason));
  const properties = loader.inputSchema.properties;
  const [property = "skill"] = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  const named = ({ name, description }: Scene["skills"][number]) =>
    texts.some((text) => text.includes(`\`${name}\``)) || /\bload (?:it|this)\b/i.test(description);
  return skills
    .filter((skill) => demanded || chance.holds(`load ${skill.name}`, HABIT.load + (named(skill) ? ASKED : 0)))
    .map((skill) => ({ name: loader.name, arguments: { [property]: skill.name } }));
}

function evidenceCalls(scene: Scene, texts: readonly string[], chance: ReturnType<typeof createChance>): Decision["calls"] {
  const tool = scene.tools.find(({ description }) => EVIDENCE_TOOL.test(description));
  if (!tool || scene.observations.some((one) => one.tool === tool.name)) return [];
  const asked = texts.some((text) => text.includes(tool.name)) ? ASKED : 0;
  return chance.holds("look at the evidence", HABIT.evidence + asked) ? [{ name: tool.name, arguments: {} }] : [];
}

/** What the evidence tools told, or else the look-ups as the task shows them in short. */
function evidenceOf({ observations }: Scene, { toolCalls }: Material): JsonValue[] {
  const told = observations.flatMap(({ result, error }) => (error === null ? [result] : []));
  return told.length > 0 ? told : toolCalls.map((call) => ({ arguments: call.arguments, result: call.result ?? "" }));
}

function loadedBodies(messages: readonly Message[], { loader }: Scene): string[] {
  if (!loader) return [];
  const ids = new Set(
    messages.flatMap((message) =>
      message.role === "assistant" ? message.toolCalls.filter((call) => call.name === loader.name).map((call) => call.id) : [],
    ),
  );
  return messages.flatMap((message) => (message.role === "tool" && ids.has(message.toolCallId) ? [message.content] : []));
}

/** Whether the reply takes up what was asked; other questions it cannot tell. */
function answersOf(
  { questions }: Material,
  intents: readonly (readonly boolean[])[],
): Record<string, "passed" | "failed" | null> {
  const addressed = intents.length === 0 || intents.flat().some(Boolean);
  return Object.fromEntries(
    questions.map(({ id, question }) => [id, /\baddress\b/i.test(question) ? (addressed ? "passed" : "failed") : null]),
  );
}
