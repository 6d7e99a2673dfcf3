/** Matters that a rubric may have a rule on, and the words by which this judge recognises the rule. */
const MATTERS = {
  figure: /\bfactual error|\bdiffers?\b|\banother figure|\bwrong (?:price|figure)|价格不符/i,
  linkage: /\b(?:another|other|wrong|different) (?:product|link)\b|\blinkage\b|张冠李戴/i,
  unsupported: /\bunsupported\b|\bsuperlative|\bsource\b|\bsupports?\b|无依据/i,
  promise: /\bpromis\w+|\bguarantee\w*|承诺|保证/i,
  overreach: /\boverreach|\bcannot do\b|越权|冒充/i,
  cannotCheck: /\bcannot check\b|\bfailed look-up|\btool that failed\b/i,
  courtesy: /\bpolite\b|\bkind words\b|\bcourtes\w+/i,
  several: /\bseveral comments\b|\b(?:each|every|all) (?:of the )?comments?\b|多条弹幕/i,
  partial: /\bpartial(?:ly)?\b|\bpart of\b|\bone of several\b/i,
  asksBack: /\bask(?:s|ing)? back\b|\bquestion back\b/i,
  empty: /\bempty phrases?\b|答非所问/i,
  silence: /\bsilen(?:t|ce)\b/i,
  redirect: /\boff-topic\b|\bback to the room\b/i,
} as const;
export type Matter = keyof typeof MATTERS;

/** A rule that lets a matter pass instead of holding it against the reply. */
const TOLERATES =
  /\b(?:is|are|makes?|counts? as|were) (?:no|not an?|never) (?:claim|error|fault)s?\b|\b(?:claims?|costs?) nothing\b|\bdo(?:es)? not (?:count|matter)\b|\bnever lower\b|\b(?:ignore|overlook|forgive)\b|\bonly the (?:first|main)\b|\bby the (?:first|main) comment\b/i;

/** What a rubric says on a matter: held against the reply, let pass, or nothing. */
type Says = "holds" | "passes" | "nothing";

export interface Rubric {
  on(matter: Matter): Says;
  /** Log-odds lost to the mass of rules. */
  dilution: number;
}

/** Rules before they begin to compete, what each further one costs, and the most that is lost. */
const CROWD = { free: 40, cost: 0.06, most: 2 };

/** A rule of a rubric says what it does to the grade. */
const GRADES = /\b(?:0(?:\.5)?|1|errors?|accuracy|effectiveness|claims?|wrong|faults?)\b/i;

/**
 * Reads the rules of the texts in sight: list items and sentences that say what they do to a grade, themselves or by the line
 * that leads their list in. The last word on a matter holds.
 */
export function readRubric(texts: readonly string[]): Rubric {
  const rules = texts.flatMap(rulesOf);
  return {
    on(matter) {
      const rule = rules.findLast((one) => MATTERS[matter].test(one));
      return rule === undefined ? "nothing" : TOLERATES.test(rule) ? "passes" : "holds";
    },
    dilution: Math.min(CROWD.most, CROWD.cost * Math.max(0, rules.length - CROWD.free)),
  };
}

function rulesOf(text: string): string[] {
  let lead = "";
  return text.split("\n").flatMap((line) => {
    const item = /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/.exec(line)?.[1];
    if (item === undefined && line.trim() !== "") lead = /[:：]\s*$/.test(line) && !line.startsWith("#") ? line : "";
    const graded = GRADES.test(lead);
    const sentences = (item ?? (/^\s*(?:#|---|\w+:)/.test(line) ? "" : line)).split(/(?<=[.!?])\s+(?=[A-Z“"])|(?<=[。！？])/);
    return sentences.filter((one) => one.trim().length >= 8 && (graded || GRADES.test(one)));
  });
}
