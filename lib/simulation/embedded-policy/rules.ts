import { ACT_WORDS, ACTS, type Act, CLAUSE, NEGATION, VAGUE } from "./act-words";
import { BoundedCache } from "./cache";
import { read } from "./text";
import type { Topic } from "./topic-words";

/** One instruction, as the policy understands it. */
export interface Rule {
  text: string;
  /** What the rule says it is for; empty where it names no occasion. */
  occasions: Set<Topic>;
  /** Whether the rule began with "when …" or the like. */
  conditional: boolean;
  /** What it talks about at all. */
  about: Set<Topic>;
  asks: Set<Act>;
  forbids: Set<Act>;
  /** Tool names that the rule spells out. */
  tools: string[];
  /** Phrases that it wants said as they stand. */
  quotes: string[];
  /** What it wants said in the policy's own person ("say that …"), where no act covers it. */
  sayings: string[];
  /** The occasion is that something is missing; `order` where it is the order number. */
  absence: "none" | "order" | "other";
  /** Length limit in characters, where it gives one. */
  limit: number | null;
  /** Finer points that it wants stated. */
  aspects: Set<string>;
  /** Content words, by which a comment's own wording can be recognised. */
  words: string[];
  /** 1 for a definite rule, less for a vague one. */
  firmness: number;
}

const CONDITION =
  /^(?:[-*]\s*)?(?:also\s+)?(?:when(?:ever)?|if|for|where|in case|once|to a|to an|as soon as|with|on)\b\s*(.+?)(?:,|:|\bthen\b)\s*(.+)$/i;
const TRAILING_CONDITION = /^(.+?)\b(?:when(?:ever)?|if|in case|to a viewer who|to viewers who|a viewer who|for)\b\s+(.+)$/i;
const CHINESE_CONDITION = /^(?:当|如果|遇到|若)?(.+?)(?:时|的时候|，)(.+)$/;
const QUOTE = /["“「]([^"”」]{2,120})["”」]/g;
/** Quotations stand as one private-use character each while a rule is taken apart. */
const QUOTE_MARK = 0xe100;
const SAYING = /\b(?:say|tell (?:the viewer|them|viewers)|explain|add|mention)\s+that\s+([^,;:.]+)/gi;
const ABSENT = /\b(?:none|nothing|no (?:result|answer|data)|not (?:say|know|have|list|found)|empty|fails?|error)\b/i;
/** Acts that bring their own words. */
const COVERED: Act[] = ["disclose-ai", "say-unknown", "say-cannot-check", "apologise", "claim-human", "promise", "downplay"];
/** A sentence that tells what was wrong with a reply: what it names is not to be done again. */
const FAULT = /^(?:the|your) reply\b(?! should| must| may)/i;
const LIMIT = /(\d+)\s*(characters|chars|words|字)/i;

const rules = new BoundedCache<Rule>(8_000);

/** Reads one sentence or bullet. `names` are the tool and Skill names in sight: a name is a name and carries no meaning. */
export function readRule(text: string, heading: string, names: readonly string[]): Rule {
  return rules.get(`${heading}\u0000${text}\u0000${names.join(",")}`, () => parse(text, heading, names));
}

function parse(text: string, heading: string, names: readonly string[]): Rule {
  const tools = names.filter(
    (name) =>
      (/[-_]/.test(name) || text.includes(`\`${name}\``)) &&
      new RegExp(`(^|[^\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}($|[^\\w-])`).test(text),
  );
  const nameless = tools.reduce((rest, name) => rest.replaceAll(name, "the tool"), text).replace(/`/g, "");
  const quoted: string[] = [];
  const plain = nameless
    .replace(QUOTE, (_, quote: string) => ` ${String.fromCharCode(QUOTE_MARK + quoted.push(quote) - 1)} `)
    .replace(/\s+/g, " ")
    .trim();
  const { condition, instruction } = split(plain);
  const fault = FAULT.test(plain);
  const asks = new Set<Act>();
  const forbids = new Set<Act>();
  for (const { clause, negative } of clauses(instruction)) {
    for (const act of actsOf(clause)) (negative || fault ? forbids : asks).add(act);
  }
  if (asks.has("disclose-ai")) {
    asks.delete("claim-human");
    forbids.delete("disclose-ai");
  }
  const occasions = topics(condition === "" ? heading : condition);
  const said = read(instruction);
  const limit = asks.has("short") ? LIMIT.exec(instruction) : null;
  return {
    text,
    occasions,
    conditional: condition !== "",
    about: new Set(read(plain).topics.flatMap((seen) => (seen.plain ? [seen.topic] : []))),
    asks,
    forbids,
    tools,
    quotes: asks.size > 0 ? quoted.filter((_, index) => instruction.includes(String.fromCharCode(QUOTE_MARK + index))) : [],
    sayings: COVERED.some((act) => asks.has(act)) || fault ? [] : sayingsOf(instruction),
    absence: /\b(?:no|without an?|not give an?|missing|lacks an?)\b.*\border\b|\border number is missing\b/i.test(condition)
      ? "order"
      : ABSENT.test(condition)
        ? "other"
        : "none",
    limit: limit ? Number(limit[1]) * (/word/i.test(limit[2] ?? "") ? 5 : 1) : null,
    aspects: new Set(said.aspects.keys()),
    words: [...read(plain).topics.map(({ word }) => word), ...quoted.map((quote) => read(quote).folded.trim())],
    firmness: VAGUE.test(plain.toLowerCase()) ? 0.5 : 1,
  };
}

/** "Say that we pack every order twice" gives "We pack every order twice." */
function sayingsOf(instruction: string): string[] {
  return [...instruction.matchAll(SAYING)].flatMap(([whole, said = ""]) => {
    if (NEGATION.test(instruction.slice(0, instruction.indexOf(whole)).toLowerCase())) return [];
    const own = said
      .trim()
      .replace(/\byou are\b/gi, "I am")
      .replace(/\byou\b/gi, "I")
      .replace(/\byour\b/gi, "our");
    return own.split(" ").length < 3 ? [] : [`${own.charAt(0).toUpperCase()}${own.slice(1)}.`];
  });
}

function topics(text: string): Set<Topic> {
  return new Set(read(text).topics.map(({ topic }) => topic));
}

function split(text: string): { condition: string; instruction: string } {
  const leading = CONDITION.exec(text) ?? CHINESE_CONDITION.exec(text);
  if (leading?.[1] && leading[2] && (topics(leading[1]).size > 0 || /^(?:[-*]\s*)?(when|if|where)/i.test(text))) {
    return { condition: leading[1], instruction: leading[2] };
  }
  const trailing = TRAILING_CONDITION.exec(text);
  if (trailing?.[1] && trailing[2] && topics(trailing[2]).size > 0 && actsOf(trailing[1].toLowerCase()).length > 0) {
    return { condition: trailing[2], instruction: text };
  }
  return { condition: "", instruction: text };
}

/** Clauses with their polarity; "never … without …" and "do not … before …" ask for what comes second. */
function clauses(instruction: string): { clause: string; negative: boolean }[] {
  return instruction
    .toLowerCase()
    .split(CLAUSE)
    .filter((clause) => clause !== undefined && clause.trim() !== "")
    .flatMap((clause) => {
      const negative = NEGATION.test(clause);
      const turn = negative ? /^(.*?)\b(?:without|before|unless|until)\b(.*)$/.exec(clause) : null;
      if (!turn) return [{ clause, negative }];
      return [
        { clause: turn[1] ?? "", negative: true },
        { clause: ` ${turn[2] ?? ""}`.replace(/\b(call|look|check|query)ing\b/, "$1"), negative: false },
      ];
    })
    .map(({ clause, negative }) => ({ clause, negative: negative && !positiveDespiteNegation(clause) }));
}

/** "Say that we do not carry it" asks for something to be said, though it holds a negation. */
function positiveDespiteNegation(clause: string): boolean {
  return /^\s*(?:please |always |first )?(say|tell|explain|state|answer|reply|admit)\b/.test(clause);
}

function actsOf(clause: string): Act[] {
  return ACTS.filter((act) => ACT_WORDS[act].some((words) => words.test(clause)));
}
