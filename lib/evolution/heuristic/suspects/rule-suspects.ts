import type { Check } from "@/lib/contracts/case";
import { type EvaluatedCase, failedChecksOf } from "../../evaluated-case";
import { NEGATION } from "../culprit";
import { excessFailures } from "./excess";
import { type HarnessLine, harnessLines } from "./harness-lines";
import { quotedIn, sentencesOf, sharedStems, stemsOf } from "./stems";
import { LEAST_CASES, type Suspect, type SuspectInput } from "./suspect";
import { isAbout } from "./tool-matter";

const LEAST_Z = 2;
const LEAST_EXCESS = 3;
/** A stem that this share of all replies hold is no echo of a rule. */
const COMMON_STEM = 0.2;

const CONDITION = /^(?:when|where|if|while|for)\b/i;

const suspectOf = (line: HarnessLine, why: "leads" | "opposes", cases: EvaluatedCase[], weight: number): Suspect => ({
  mechanism: {
    key: `rule-misleads ${line.path} ${line.rule}`,
    code: "rule-misleads",
    path: line.path,
    line: line.text,
    rule: line.rule,
    why,
  },
  cases,
  weight,
});

const FORBIDS = /\bonly\b|\balone\b|\bopen whether\b/i;
const CLAUSES = /[;:,，；。]|(?<=[.!?])\s|\s+(?:and|but)\s+/;

/** What a rule asks for and what it forbids or narrows, clause by clause, without what it says of when it applies. */
function polarity(rule: string): { asks: Set<string>; forbids: Set<string> } {
  const plain = rule.replace(/^(?:when|where|if|while)\b[^,，]*[,，]/i, "");
  const found = { asks: new Set<string>(), forbids: new Set<string>() };
  for (const clause of plain.split(CLAUSES)) {
    const turned = /\b(?:before|unless|until) you\b/i.test(clause);
    const side = !turned && (NEGATION.test(clause) || FORBIDS.test(clause)) ? found.forbids : found.asks;
    for (const stem of stemsOf(clause)) side.add(stem);
  }
  return found;
}

/** Rules that name a phrase which a check forbids and which the failing replies say. */
function sayingRules({ failures }: SuspectInput, lines: readonly HarnessLine[]): Suspect[] {
  const said = failures.flatMap((one) => {
    const reply = one.result.reply.toLowerCase();
    const phrases = failedChecksOf(one).flatMap((check) => (check.kind === "reply-excludes" ? check.any : []));
    const own = phrases.map((phrase) => phrase.toLowerCase()).filter((phrase) => reply.includes(phrase));
    return own.length === 0 ? [] : [{ one, phrases: own }];
  });
  return lines.flatMap((line): Suspect[] => {
    if (NEGATION.test(line.rule)) return [];
    const rule = line.rule.toLowerCase();
    const cases = said.filter(({ one, phrases }) => line.appliesTo(one) && phrases.some((phrase) => rule.includes(phrase)));
    if (cases.length < LEAST_CASES) return [];
    return [
      suspectOf(
        line,
        "leads",
        cases.map(({ one }) => one),
        3 + Math.sqrt(cases.length),
      ),
    ];
  });
}

/**
 * Rules whose words come back in replies that fail more often than other replies of the same categories: what the policy was
 * led into. A quoted phrase of the rule counts, or two rarer stems of it in one sentence.
 */
function leadingRules(input: SuspectInput, lines: readonly HarnessLine[]): Suspect[] {
  const all = [...input.failures, ...input.passes];
  const replies = new Map(
    all.map((one) => [one, { text: one.result.reply.toLowerCase(), sentences: sentencesOf(one.result.reply).map(stemsOf) }]),
  );
  const spread = new Map<string, number>();
  for (const { text } of replies.values()) for (const stem of stemsOf(text)) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  const rare = (stem: string) => (spread.get(stem) ?? 0) <= COMMON_STEM * all.length;
  return lines.flatMap((line): Suspect[] => {
    // Where a condition holds replies differ for its sake, whatever the rule says.
    if (NEGATION.test(line.rule) || CONDITION.test(line.rule)) return [];
    const quotes = quotedIn(line.rule).map((quote) => quote.toLowerCase());
    const stems = new Set([...stemsOf(line.rule)].filter(rare));
    const echoes = (one: EvaluatedCase) => {
      if (!line.appliesTo(one)) return false;
      const reply = replies.get(one);
      return (
        quotes.some((quote) => reply?.text.includes(quote)) ||
        (reply?.sentences.some((sentence) => sharedStems(stems, sentence).length >= 2) ?? false)
      );
    };
    const cases = input.failures.filter(echoes);
    if (cases.length < LEAST_CASES) return [];
    const found = excessFailures(input, echoes);
    if (found.z < LEAST_Z || found.excess < LEAST_EXCESS || 2 * found.failing < found.with) return [];
    return [suspectOf(line, "leads", cases, found.z)];
  });
}

const demandStems = (check: Check) => {
  const tool = "tool" in check ? check.tool : "tools" in check ? check.tools.join(" ") : "";
  return stemsOf(`${check.id} ${check.description ?? ""} ${tool} ${check.kind === "skill-loaded" ? "load skill" : ""}`);
};

/** Failing and all cases of a check id, over the run. */
function checkRates({ failures, passes }: SuspectInput) {
  const rates = new Map<string, { failed: number; all: number }>();
  for (const one of [...failures, ...passes]) {
    const failed = new Set(failedChecksOf(one).map(({ id }) => id));
    for (const { id } of one.item.checks) {
      const rate = rates.get(id) ?? { failed: 0, all: 0 };
      rates.set(id, { failed: rate.failed + (failed.has(id) ? 1 : 0), all: rate.all + 1 });
    }
  }
  return rates;
}

const LEAST_RATE = 0.3;

/** A stem that more than this share of the rules hold says nothing of what a rule is about. */
const COMMON_IN_RULES = 0.1;

/**
 * Rules that forbid or narrow what another rule asks for in the same words, where cases fail for want of just that. Of two
 * rules that contradict each other the forbidding one is blamed when the failed checks ask for what it forbids.
 */
function opposingRules(input: SuspectInput, lines: readonly HarnessLine[]): Suspect[] {
  const { harness, failures } = input;
  const tools = harness.tools.map(({ name }) => name);
  const rates = checkRates(input);
  const spread = new Map<string, number>();
  for (const { rule } of lines) for (const stem of stemsOf(rule)) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  const most = Math.max(3, COMMON_IN_RULES * lines.length);
  const telling = (stems: ReadonlySet<string>) => new Set([...stems].filter((stem) => (spread.get(stem) ?? 0) <= most));
  const read = lines.map((line) => {
    const { asks, forbids } = polarity(line.rule);
    const named = tools.filter((tool) => line.rule.includes(tool));
    return { line, asks: telling(asks), forbids: telling(forbids), named };
  });
  return read.flatMap(({ line, forbids, named }): Suspect[] => {
    if (forbids.size === 0) return [];
    const forbidden = named.filter((tool) => sharedStems(stemsOf(tool), polarity(line.rule).forbids).length > 0);
    const against = read.filter(
      (other) =>
        other.line.path !== line.path &&
        (forbidden.some((tool) => other.named.includes(tool) && !NEGATION.test(other.line.rule)) ||
          sharedStems(forbids, other.asks).length >= 2),
    );
    // A tool that the harness offers is asked for by that alone.
    if (against.length === 0 && forbidden.length === 0) return [];
    const common = new Set(against.flatMap((other) => sharedStems(forbids, other.asks)));
    const cases = failures.filter((one) => {
      if (!line.appliesTo(one)) return false;
      if (forbidden.length > 0) {
        const asked = against.some((other) => other.line.appliesTo(one) && other.named.some((tool) => forbidden.includes(tool)));
        const about = harness.tools.some((tool) => forbidden.includes(tool.name) && isAbout(one, tool));
        return (asked || about) && !forbidden.some((tool) => one.result.features.tools.includes(tool));
      }
      return failedChecksOf(one).some((check) => {
        const { failed, all } = rates.get(check.id) ?? { failed: 0, all: 1 };
        return (
          failed >= LEAST_RATE * all && check.kind !== "reply-excludes" && sharedStems(common, demandStems(check)).length > 0
        );
      });
    });
    return cases.length < LEAST_CASES ? [] : [suspectOf(line, "opposes", cases, 1.5 + Math.sqrt(cases.length))];
  });
}

const languageName = (code: string) => new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;

/** Rules that name one of the run's languages alone, where replies to comments of another language came wrong. */
function languageRules({ failures, passes }: SuspectInput, lines: readonly HarnessLine[]): Suspect[] {
  const wrong = failures.flatMap((one) => {
    const check = failedChecksOf(one).find(({ kind }) => kind === "reply-language");
    return check?.kind === "reply-language" ? [{ one, wanted: languageName(check.language) }] : [];
  });
  if (wrong.length < LEAST_CASES) return [];
  const names = [...new Set([...failures, ...passes].map(({ item }) => languageName(item.language)))];
  return lines.flatMap((line): Suspect[] => {
    const named = names.filter((name) => line.rule.includes(name));
    const cases = wrong.filter(({ one, wanted }) => line.appliesTo(one) && !named.includes(wanted)).map(({ one }) => one);
    if (named.length !== 1 || cases.length < LEAST_CASES) return [];
    return [suspectOf(line, "opposes", cases, 2 + Math.sqrt(cases.length))];
  });
}

/** Rules that the run speaks against: those that lead into failures, and those that stand against what cases ask for. */
export function ruleSuspects(input: SuspectInput): Suspect[] {
  const lines = harnessLines(input.bundle, input.harness);
  return [
    ...sayingRules(input, lines),
    ...leadingRules(input, lines),
    ...opposingRules(input, lines),
    ...languageRules(input, lines),
  ];
}
