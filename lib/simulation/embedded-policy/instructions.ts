import { type Rule, readRule } from "./rules";
import { read, topicsOf } from "./text";
import type { Topic } from "./topic-words";

export type Source = "prompt" | "skill" | "tool" | "feedback";

/** A rule in the place where it stands. */
export interface PlacedRule extends Rule {
  source: Source;
  /** Topics of the document that holds it, for a loaded Skill. */
  setting: Set<Topic>;
}

/** What the prompt shows of the room; everything that is not a rule. */
export interface Shown {
  links: { id: number; title: string }[];
  current: number | null;
  faq: { question: string; answer: string }[];
  /** Whether the prompt says to the policy that it is an AI. */
  knowsItself: boolean;
}

const LINK_LINE = /^[-*•\s]*(?:link|#|no\.?|item|编号|链接)\s*#?(\d{1,4})\s*[:：.)—-]\s*(.+)$/i;
const LINK_JSON = /"(?:link_?id|id)"\s*:\s*"?(\d{1,4})"?\s*,\s*"(?:title|name)"\s*:\s*"([^"]+)"/gi;
const CURRENT =
  /\b(on show|current(?:ly)?|being shown|now showing|on stage)\b.*?(?:link|#)\s*(?:number\s*)?(\d{1,4})|(?:正在讲|当前).*?(\d{1,4})\s*号/i;
const FAQ_LINE = /^[-*•\s]*(?:q|question|问)\s*[:：]\s*(.+?)\s*(?:\ba(?:nswer)?|答)\s*[:：]\s*(.+)$/i;
const SPOKEN = /\b(said|says|speech)\b.*["“]/i;
const SELF = /\byou are\b[^.]*\b(ai|digital human|virtual)\b|你是.*(数字人|虚拟|ai)/i;

/** Takes an instruction text apart: rules on one side, the data that it shows on the other. */
export function readInstructions(
  text: string,
  place: { source: Source; setting: Set<Topic>; names: readonly string[] },
): { rules: PlacedRule[]; shown: Shown } {
  const shown: Shown = { links: [], current: null, faq: [], knowsItself: SELF.test(text) };
  const rules: PlacedRule[] = [];
  let heading = "";
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (trimmed === "") continue;
    const title = /^#+\s*(.+)$/.exec(trimmed);
    if (title) {
      heading = title[1] ?? "";
      continue;
    }
    if (readShown(trimmed, shown)) continue;
    for (const sentence of trimmed.replace(/^[-*•]\s+|^\d+[.)]\s+/, "").split(/(?<=[.!?])\s+(?=[A-Z])|(?<=[。！？])/)) {
      if (sentence.trim().length < 4) continue;
      const rule = readRule(sentence.trim(), heading, place.names);
      if (isInstruction(rule)) rules.push({ ...rule, source: place.source, setting: place.setting });
    }
  }
  return { rules, shown };
}

function readShown(line: string, shown: Shown): boolean {
  const current = CURRENT.exec(line);
  if (current && shown.current === null) {
    shown.current = Number(current[2] ?? current[3]);
    return true;
  }
  const link = LINK_LINE.exec(line);
  if (link) {
    shown.links.push({ id: Number(link[1]), title: link[2] ?? "" });
    return true;
  }
  const faq = FAQ_LINE.exec(line);
  if (faq) {
    shown.faq.push({ question: faq[1] ?? "", answer: faq[2] ?? "" });
    return true;
  }
  if (line.startsWith("{") || line.startsWith("[")) {
    for (const [, id, title] of line.matchAll(LINK_JSON)) shown.links.push({ id: Number(id), title: title ?? "" });
    return true;
  }
  return SPOKEN.test(line);
}

function isInstruction(rule: Rule): boolean {
  return rule.asks.size > 0 || rule.forbids.size > 0 || rule.tools.length > 0 || rule.conditional;
}

/** Topics of a Skill's or tool's description; a bare one has its name to speak for it. */
export function settingOf(description: string, name: string): Set<Topic> {
  const topics = topicsOf(description);
  return topics.size > 0 ? topics : topicsOf(name.replace(/[-_]/g, " "));
}

/** Every word by which the texts in sight name a topic: what is named is recognised more surely. */
export function namedWords(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => read(text).topics.map(({ word }) => word)));
}
