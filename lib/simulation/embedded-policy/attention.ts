import type { Act } from "./act-words";
import type { Chance } from "./draws";
import type { PlacedRule } from "./instructions";
import type { Scene } from "./scene";
import { CONFUSED, type Topic } from "./topic-words";

/** How strongly instructions move a decision; log-odds for one firm rule in full attention. */
const GAIN = 4.4;
/** Rules that bear on the comment before they begin to compete, and what each further one costs. */
const COMPETING = { free: 7, cost: 0.13 };
/** The same for all instructions in sight, related or not. */
const CROWD = { free: 20, cost: 0.06 };
const MOST_DILUTION = 3.2;

/** Rules weighed against one comment. */
export interface Attention {
  /** Rules that bear on the comment, with how much (0–1]. */
  relevant: { rule: PlacedRule; relevance: number }[];
  /** Log-odds lost to the mass of instructions. */
  dilution: number;
  /** Log-odds of doing an act that has these log-odds without any instruction. */
  logOdds(act: Act, habit: number): number;
  follows(act: Act, habit: number): boolean;
  /** Log-odds of stating a point of these aspects. */
  stating(aspects: ReadonlySet<string>, habit: number): number;
  /** Rules that ask for an act, the most relevant first. */
  asking(act: Act): PlacedRule[];
}

export function attend(scene: Scene, topics: readonly Topic[], chance: Chance): Attention {
  const present = new Set(topics);
  const relevant = scene.rules
    .map((rule) => ({ rule, relevance: relevanceOf(rule, present) * rule.firmness }))
    .filter(({ relevance }) => relevance > 0)
    .sort((a, b) => b.relevance - a.relevance);
  const bearing = relevant.filter(({ relevance }) => relevance >= 0.4).length;
  const dilution = Math.min(
    MOST_DILUTION,
    COMPETING.cost * Math.max(0, bearing - COMPETING.free) + CROWD.cost * Math.max(0, scene.rules.length - CROWD.free),
  );
  const moved = (habit: number, asked: number, forbidden: number, fresh: boolean) => {
    if (asked === 0 && forbidden === 0) return habit;
    const pull = GAIN * (asked - forbidden);
    // Dilution weakens an instruction; it never turns it round.
    return habit + Math.sign(pull) * Math.max(0, Math.abs(pull) - (fresh ? 0 : dilution));
  };
  const logOdds = (act: Act, habit: number) => {
    const fresh = relevant.some(({ rule }) => rule.source === "feedback" && (rule.asks.has(act) || rule.forbids.has(act)));
    const asked = support(relevant, (rule) => rule.asks.has(act));
    const forbidden = support(relevant, (rule) => rule.forbids.has(act));
    return moved(habit, asked, forbidden, fresh);
  };
  const stating = (aspects: ReadonlySet<string>, habit: number) => {
    const names = (rule: PlacedRule) => [...rule.aspects].some((aspect) => aspects.has(aspect));
    const asked = support(relevant, (rule) => rule.asks.has("state") && names(rule));
    const forbidden = support(relevant, (rule) => rule.forbids.has("state") && names(rule));
    return moved(habit, asked, forbidden, false);
  };
  return {
    relevant,
    dilution,
    logOdds,
    follows: (act, habit) => chance.holds(act, logOdds(act, habit)),
    stating,
    asking: (act) => relevant.filter(({ rule }) => rule.asks.has(act)).map(({ rule }) => rule),
  };
}

/** The strongest rule counts in full, a repetition adds a little. */
function support(relevant: Attention["relevant"], fits: (rule: PlacedRule) => boolean): number {
  const [first = 0, second = 0, third = 0] = relevant.filter(({ rule }) => fits(rule)).map(({ relevance }) => relevance);
  return first + 0.3 * second + 0.1 * third;
}

function relevanceOf(rule: PlacedRule, present: ReadonlySet<Topic>): number {
  if (rule.source === "feedback") return 1.2;
  if (rule.occasions.size > 0) {
    if (intersects(rule.occasions, present)) return 1;
    return confusable(rule.occasions, present) ? 0.22 : 0;
  }
  // A condition that the policy cannot place is read as "often".
  const certainty = rule.conditional ? 0.5 : 1;
  if (rule.source === "skill") {
    if (rule.setting.size === 0 || intersects(rule.setting, present)) return 0.95 * certainty;
    return 0.5 * certainty;
  }
  if (rule.about.size === 0) return 0.8 * certainty;
  if (intersects(rule.about, present)) return 0.9 * certainty;
  return confusable(rule.about, present) ? 0.2 * certainty : 0;
}

function intersects(a: ReadonlySet<Topic>, b: ReadonlySet<Topic>): boolean {
  for (const topic of a) if (b.has(topic)) return true;
  return false;
}

function confusable(a: ReadonlySet<Topic>, b: ReadonlySet<Topic>): boolean {
  return CONFUSED.some(([one, other]) => (a.has(one) && b.has(other)) || (a.has(other) && b.has(one)));
}
