import type { Chance } from "../embedded-policy/draws";
import type { Perception } from "./perceive";
import type { Matter, Rubric } from "./rubric";

/** How strongly a rule moves a grade; log-odds for one rule in full attention. */
const GAIN = 4.5;
/** Log-odds of holding a matter against a reply without any rule on it. */
const HABITS: Readonly<Record<Matter, number>> = {
  figure: 2.2,
  linkage: -1.6,
  unsupported: -0.9,
  promise: -0.6,
  overreach: -1,
  cannotCheck: -1.2,
  courtesy: -4.5,
  several: -1.2,
  partial: -0.7,
  asksBack: -0.3,
  empty: 1.2,
  silence: 0.8,
  redirect: 0.2,
};
const SAID: Partial<Record<Matter, string>> = {
  figure: "a figure stands in no look-up",
  linkage: "another product was looked up than the one asked about",
  unsupported: "a claim has no source",
  promise: "it promises what nobody granted",
  overreach: "it claims an act that the host cannot do",
};

interface Grade {
  accuracy: 0 | 1;
  effectiveness: 0 | 0.5 | 1;
  rationale: string;
}

/** Grades what was perceived by the rubric that was read; what no rule settles falls to habit and chance. */
export function gradeBy(seen: Perception, rubric: Rubric, chance: Chance): Grade {
  const applies = (matter: Matter): boolean => {
    const says = rubric.on(matter);
    const pull = says === "nothing" ? 0 : Math.max(0, GAIN - rubric.dilution) * (says === "holds" ? 1 : -1);
    return chance.holds(`grade ${matter}`, HABITS[matter] + pull);
  };
  const held = (["figure", "linkage", "unsupported", "promise", "overreach"] as const).filter(
    (matter) => seen[matter] && applies(matter),
  );
  const doubted =
    seen.cannotCheck && rubric.on("cannotCheck") === "nothing" && chance.holds("doubts a reply that cannot check", -1);
  const effectiveness = effectivenessOf(seen, applies, chance);
  const why = held.map((matter) => SAID[matter] ?? matter);
  return {
    accuracy: held.length > 0 || doubted ? 0 : 1,
    effectiveness: effectiveness.score,
    rationale: `${why.length > 0 ? `Accuracy: ${why.join("; ")}.` : "Accuracy: nothing is held against it."} Effectiveness: ${effectiveness.why}.`,
  };
}

function effectivenessOf(
  seen: Perception,
  applies: (matter: Matter) => boolean,
  chance: Chance,
): { score: Grade["effectiveness"]; why: string } {
  const wanted = seen.intents.length > 0;
  if (seen.silent) {
    if (wanted) return { score: 0, why: "silent where an answer was due" };
    return applies("silence") ? { score: 1, why: "silent where nobody asked" } : { score: 0, why: "silent" };
  }
  const taken = seen.intents.length > 1 && !applies("several") ? seen.intents.slice(0, 1) : seen.intents;
  const parts = taken.flat();
  const answered = parts.filter(Boolean).length;
  if (seen.cannotCheck) return unsettled("cannotCheck", "says that it cannot check", applies, chance);
  if (!wanted) return applies("redirect") ? { score: 1, why: "nothing was asked of the room" } : { score: 0.5, why: "no answer" };
  if (answered === parts.length) return { score: 1, why: "what was asked is answered" };
  if (answered > 0) {
    if (taken.length > 1) return { score: 0.5, why: `${answered} of ${parts.length} intents are answered` };
    return unsettled("partial", "a part is answered", applies, chance);
  }
  if (seen.asksBack) return applies("asksBack") ? { score: 0, why: "it only asks back" } : { score: 0.5, why: "it asks back" };
  return applies("empty") ? { score: 0, why: "what was asked is not taken up" } : { score: 0.5, why: "it is friendly" };
}

/** Half a mark where a rule says so; else now this and now that. */
function unsettled(
  matter: Matter,
  why: string,
  applies: (matter: Matter) => boolean,
  chance: Chance,
): { score: Grade["effectiveness"]; why: string } {
  if (applies(matter)) return { score: 0.5, why };
  return { score: chance.holds(`sways on ${matter}`, 0.6) ? 1 : 0, why };
}
