/** A stretch of a reply within which a negation or a hedge holds. `question`: its last clause asks. */
export interface Segment {
  text: string;
  question: boolean;
}

const CONTRAST =
  /\s*[,;]?\s*(?:\b(?:but|however|although|though|while|yet)\b|但是|但|不过|可是|然而)\s*,?|\s*—+\s*|\s-+\s|,\s*(?=(?:it'?s|it is|that'?s|they'?re|they are|the price is|we have|there(?:'s| is| are))\b)/g;

/** Splits text (NFKC, lower case) at sentence ends, semicolons and contrasts ("…, but …"). */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  for (const sentence of text.match(/(?:[^.!?。;\n]|\.(?=\d)|(?<=\d)\.(?=\d))+[.!?。;\n]*/g) ?? []) {
    const question = /\?\s*$/.test(sentence);
    const parts = sentence.split(CONTRAST).filter((part) => part.trim() !== "");
    for (const [index, part] of parts.entries())
      segments.push({ text: part.trim(), question: question && index === parts.length - 1 });
  }
  return segments;
}

const REFUSAL_EN =
  /\b(?:can'?t|cannot|can not|couldn'?t|could not|unable to|not able to|won'?t|will not|not allowed to)\s+(?:\w+\s+){0,3}?(?:confirm|verify|say|tell|quote|give|promise|guarantee|check|see|find|share|access|provide|know|look|pull|answer|speak)\b|\b(?:don'?t|do not|doesn'?t|does not|didn'?t|haven'?t|have not|without)\s+(?:\w+\s+){0,2}?(?:know|see|show|list|mention|confirmed|verified|verifying|checking)\b|\b(?:don'?t|do not|doesn'?t|does not) have\s+(?:\w+\s+){0,4}?(?:price|prices|pricing|information|info|details?|data|figures?|numbers?|counts?|levels?|access|confirmation)\b|\b(?:not sure|unsure|no information|no details|no data|no word|not certain|not confirmed|unconfirmed|not listed)\b|\b(?:let me|i'?ll|i will|i need to|i'?d need to|we need to|have to|going to|happy to|want me to)\s+(?:\w+\s+){0,2}?(?:check|verify|confirm|look|find out|double-check)\b|\bplease\s+(?:check|see|refer|look)\b/;
const REFUSAL_ZH =
  /(?:无法|不能|没法|没办法|暂时不|不便|未能|不敢|难以)[^,，]{0,6}(?:确认|核实|保证|承诺|告诉|提供|查到|查询|确定|回答|透露|给出)|不(?:太)?(?:清楚|确定|知道|了解)|没有(?:查到|找到|看到|相关)|(?:我|帮您|帮你|为您|给您|给你|先)[^,，]{0,4}(?:查一下|查查|确认一下|核实|看一下|看看)|以(?:页面|链接|实际|详情页)[^,，]{0,6}为准|请(?:以|查看|参考)/;
const CONDITION =
  /\b(?:if|whether|when(?:ever)?|once|until|unless|as soon as|in case|any)\b|如果|是否|要是|假如|一旦|等到|有没有|有无|若/;
const SPECULATION = /\b(?:might|may|could|maybe|perhaps|possibly|probably|should be)\b|可能|也许|或许|大概|应该/;

/** The speaker declines to say: nothing in the segment is a claim. */
export const declines = (segment: string) => REFUSAL_EN.test(segment) || REFUSAL_ZH.test(segment);

/** What precedes within the segment makes a statement about state (in stock, on sale) conditional or a guess. */
export const isOpen = (before: string) => CONDITION.test(before) || SPECULATION.test(before);

const NEGATION_BEFORE =
  /(?:\b(?:not|never|no|isn'?t|aren'?t|wasn'?t|weren'?t|ain'?t|no longer|without|neither|nor|don'?t have|doesn'?t have|do not have|don'?t offer)\s+(?:(?:a|an|the|any|it|at|for|currently|actually|really|on|of|have|running|active|exactly|just|be|is|been)\s+){0,3}|(?:不是|并非|没有|没|不|无|暂无|非|并不|不再)(?:在|能|会|有|参加|任何|这个|什么)?\s*)$/;

/** What stands right before a claim denies it. */
export const isNegated = (before: string) => NEGATION_BEFORE.test(before);
