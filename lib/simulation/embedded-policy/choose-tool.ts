import type { JsonObject } from "@/lib/contracts/ids";
import type { ToolSpec } from "@/lib/contracts/model";
import { fillArguments, propertiesOf } from "./arguments";
import { type Attention, attend } from "./attention";
import type { Frame } from "./comments";
import type { Chance } from "./draws";
import { settingOf } from "./instructions";
import type { Scene } from "./scene";
import { read } from "./text";
import type { Topic } from "./topic-words";

/** A call that the policy means to make. */
export interface PlannedCall {
  tool: string;
  arguments: JsonObject;
}

/** Log-odds of looking a matter up where no instruction says so. Matters not named here are not looked up. */
const LOOK_UP_HABIT: Partial<Record<Topic, number>> = {
  price: 1.2,
  stock: 0.9,
  attribute: 0.7,
  promotion: 0.4,
  gift: 0.3,
  membership: 0.3,
  delivery: 0.3,
  returns: 0.4,
  order: 1.2,
  payment: 0,
  compare: 0.6,
  "unknown-product": -0.8,
};
const FIT_NEEDED = 0.45;

/** Calls for one comment, without those that were made before. */
export function chooseCalls(scene: Scene, frame: Frame, attention: Attention, chance: Chance): PlannedCall[] {
  const calls: PlannedCall[] = [];
  for (const need of needsOf(frame)) {
    const habit = LOOK_UP_HABIT[need];
    if (habit === undefined) continue;
    const focused = attend(scene, [need], chance);
    const named = toolsNamed(scene, focused);
    const tool = pickTool(scene, need, frame, named, chance);
    if (!tool) continue;
    const urge = Math.max(
      focused.logOdds("look-up", habit),
      named.has(tool.spec.name) ? 1.5 + focused.logOdds("look-up", habit) : -9,
    );
    const wary = focused.logOdds("guess", 0) < 0 ? 0.8 : 0;
    if (!chance.holds(`look-up ${need}`, urge + wary + 1.5 * (tool.fit - 0.8))) continue;
    if (
      need === "order" &&
      frame.orderNumber === null &&
      !chance.holds("invent-order", attention.logOdds("ask-order-number", -2) * -0.4 - 0.8)
    )
      continue;
    for (const link of linksFor(tool.spec, frame)) {
      const filled = fillArguments(tool.spec, frame, link, scene, chance);
      if (filled) calls.push({ tool: tool.spec.name, arguments: filled });
    }
  }
  return calls.filter(
    (call) => !scene.observations.some((made) => made.tool === call.tool && sameArguments(made.arguments, call.arguments)),
  );
}

/** What has to be known to answer; a product in no list comes first. */
function needsOf(frame: Frame): Topic[] {
  if (frame.topics.includes("unknown-product")) return ["unknown-product"];
  const needs = frame.topics.filter((topic) => LOOK_UP_HABIT[topic] !== undefined);
  return needs.includes("compare") ? ["compare"] : needs;
}

function toolsNamed(scene: Scene, attention: Attention): Set<string> {
  const names = new Set(scene.tools.map((tool) => tool.name));
  return new Set(
    attention.relevant
      .filter(({ rule, relevance }) => relevance >= 0.4 && rule.occasions.size + rule.setting.size > 0)
      .flatMap(({ rule }) => (rule.forbids.has("look-up") ? [] : rule.tools.filter((tool) => names.has(tool)))),
  );
}

function pickTool(
  scene: Scene,
  need: Topic,
  frame: Frame,
  named: ReadonlySet<string>,
  chance: Chance,
): { spec: ToolSpec; fit: number } | null {
  const settings = scene.tools.map((spec) => toolSetting(spec));
  const tried = new Set(
    scene.observations
      .filter((made) => made.error !== null && !/argument|must be|ask the/i.test(made.error))
      .map((made) => made.tool),
  );
  const scored = scene.tools.flatMap((spec, index) => {
    const setting = settings[index] ?? new Set<Topic>();
    if (tried.has(spec.name)) return [];
    const kin =
      need === "unknown-product"
        ? searchFit(spec)
        : setting.has(need)
          ? 0.6 + 0.4 / Math.max(1, settings.filter((other) => other.has(need)).length)
          : 0;
    const wording = overlap(frame.text, spec.description);
    const fit = Math.min(1, kin + 0.25 * wording) + (named.has(spec.name) ? (kin > 0 ? 0.6 : 0.45) : 0);
    return [{ spec, fit: Math.min(1.2, fit), noisy: fit + 0.05 * chance.deviate(`tool ${spec.description}`) }];
  });
  const best = scored.sort((a, b) => b.noisy - a.noisy)[0];
  return best && best.fit >= FIT_NEEDED ? best : null;
}

function toolSetting(spec: ToolSpec): Set<Topic> {
  // "No price and no stock" in a description says what a tool does not hold.
  return settingOf(spec.description.replace(/\b(?:no|not|without|except)\b[^.]*\.?/gi, " "), spec.name);
}

function searchFit(spec: ToolSpec): number {
  return /\b(search|find|look for)\b|搜索|查找/i.test(spec.description) ? 0.9 : 0;
}

function overlap(text: string, description: string): number {
  const asked = read(text);
  const offered = read(description);
  let shared = 0;
  for (const word of asked.words) if (offered.words.has(word)) shared += 0.5;
  for (const aspect of asked.aspects.keys()) if (offered.aspects.has(aspect)) shared += 0.5;
  return Math.min(1, shared);
}

function linksFor(spec: ToolSpec, frame: Frame): (number | null)[] {
  const takesTwo = Object.keys(propertiesOf(spec)).filter((name) => /link|product|item|id\b/i.test(name)).length > 1;
  if (takesTwo || frame.links.length === 0) return [frame.links[0] ?? null];
  return frame.links;
}

function sameArguments(a: JsonObject, b: JsonObject): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => String(a[key]) === String(b[key]));
}
