import { type Attention, attend } from "./attention";
import type { Frame } from "./comments";
import type { Chance } from "./draws";
import type { Scene, SkillListing } from "./scene";
import { contentWords, read } from "./text";
import type { Topic } from "./topic-words";

/** Spread of the choice: two descriptions that are this close are told apart no better than by chance. */
const SPREAD = 0.08;
const STRATEGY_NEEDED = 1.1;

/** Skills to load now; none where the policy goes on without. */
export function chooseSkills(scene: Scene, frames: readonly Frame[], attention: Attention, chance: Chance): string[] {
  if (!scene.loader || scene.skills.length === 0) return [];
  const demanded = scene.feedback.some((reason) => /\bskill\b/i.test(reason));
  if (scene.loaded.length > 0) return [];
  const urged = /\bload\b/i.test(scene.loader.description) ? 1 : 0;
  if (!demanded && !chance.holds("load-skill", attention.logOdds("load-skill", urged))) return [];
  const first = frames[0];
  if (!first) return [];
  const chosen: string[] = [];
  const reply = best(
    scene,
    scene.skills.filter((skill) => !skill.strategy),
    first,
    chance,
  );
  if (reply) chosen.push(reply.skill.name);
  const strategy = best(
    scene,
    scene.skills.filter((skill) => skill.strategy),
    first,
    chance,
  );
  if (strategy && strategy.score >= STRATEGY_NEEDED && attention.follows("load-strategy", -1.2)) chosen.push(strategy.skill.name);
  const second = frames[1];
  if (second && attend(scene, ["several"], chance).follows("answer-all", -0.6)) {
    const other = best(
      scene,
      scene.skills.filter((skill) => !skill.strategy),
      second,
      chance,
    );
    if (other && !chosen.includes(other.skill.name)) chosen.push(other.skill.name);
  }
  return chosen;
}

function best(
  scene: Scene,
  skills: readonly SkillListing[],
  frame: Frame,
  chance: Chance,
): { skill: SkillListing; score: number } | null {
  const scored = skills
    .map((skill) => {
      const score = similarity(
        skill.description,
        skill.setting,
        frame,
        scene.skills.map((one) => one.setting),
      );
      return { skill, score, noisy: score + SPREAD * chance.deviate(`skill ${skill.description}`) };
    })
    .sort((a, b) => b.noisy - a.noisy);
  return scored[0] ?? null;
}

/** How well a description fits a comment: shared topics, rarer ones counting more, and shared wording. */
export function similarity(
  description: string,
  setting: ReadonlySet<Topic>,
  frame: Frame,
  others: readonly ReadonlySet<Topic>[],
): number {
  const topical = frame.topics.reduce((sum, topic, rank) => {
    if (!setting.has(topic)) return sum;
    const rarity = 1 / Math.sqrt(Math.max(1, others.filter((other) => other.has(topic)).length));
    return sum + (rank === 0 ? 1 : 0.5) * rarity;
  }, 0);
  const asked = read(frame.text);
  const offered = contentWords(description);
  let shared = 0;
  for (const word of asked.words) if (offered.has(word)) shared += 0.25;
  const aspects = read(description).aspects;
  for (const aspect of asked.aspects.keys()) if (aspects.has(aspect)) shared += 0.2;
  return topical + Math.min(shared, 0.6) - 0.03 * Math.max(0, setting.size - 3);
}
