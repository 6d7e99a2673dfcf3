/** What a rule can ask of a speaker, or forbid. */
export const ACTS = [
  "look-up",
  "guess",
  "disclose-ai",
  "claim-human",
  "apologise",
  "ask-order-number",
  "thank",
  "empathise",
  "congratulate",
  "push",
  "promise",
  "downplay",
  "name-link",
  "answer-all",
  "same-language",
  "short",
  "to-service",
  "offer-help",
  "invite",
  "greet",
  "steer-back",
  "engage",
  "say-unknown",
  "suggest-other",
  "say-cannot-check",
  "wish-well",
  "load-skill",
  "load-strategy",
  "state",
] as const;
export type Act = (typeof ACTS)[number];

/** How English and Chinese instructions word each act; tried on one clause in lower case. */
export const ACT_WORDS: Record<Act, RegExp[]> = {
  "look-up": [
    /\b(call|query|use|consult|check with)\b.*\b(tool|tools|service|data)\b/,
    /\blook (?:it |them |that )?up\b/,
    /\bcheck the (?:tool|data|price|stock|order|policy|list)/,
    /(调用|查询).*工具/,
  ],
  guess: [
    /\b(guess|invent|make up|making up|estimate|improvise|assume|from memory|fabricate)\b/,
    /\b(plain|blind|bare) yes\b/,
    /\bno (?:tool )?(?:result|data|source) supports?\b|\bunsupported\b|\bwithout (?:a |any )?(?:look-up|source|support)\b/,
    /(猜|编造|估计)/,
  ],
  "disclose-ai": [
    /\b(say|tell|disclose|admit|state|answer|explain|make clear|make it clear|introduce|reveal)\b.*\b(ai|avatar|virtual|digital human|not a human|not human|artificial)\b/,
    /(说明|告知).*(数字人|虚拟|ai)/,
  ],
  "claim-human": [
    /\b(claim|pretend|pose|pass yourself|say|imply|suggest)\b.*\b(human|real person|a person|real)\b/,
    /(自称|假装).*真人/,
  ],
  apologise: [/\bapologi[sz]e\b|\bapology\b|\bsay (?:that you are )?sorry\b/, /道歉/],
  "ask-order-number": [/\b(ask|request)\b.*\border(?: number)?\b/, /询问.*订单号/],
  thank: [/\bthank\b|\bthanks\b/, /感谢/],
  empathise: [
    /\b(empath\w*|sympath\w*|comfort|console|acknowledge|listen|be gentle|be kind|show understanding|show care)\b/,
    /(安慰|共情|理解)/,
  ],
  congratulate: [/\b(congratulat\w*|celebrate|share (?:the|their) joy)\b/, /(恭喜|祝贺)/],
  push: [
    /\b(push|sell|selling|sales|upsell|pitch|order now|buy now|hurry)\b/,
    /\binvite\b.*\b(order|buy)\b/,
    /\bmoment to buy\b/,
    /\b(bring|steer|lead|turn)\b.*\bback to the product\b/,
    /\b(promote|recommend|mention|advertise)\b.*\bproducts?\b/,
    /(推销|催单|促单)/,
  ],
  promise: [/\b(promise|guarantee|commit|assure|reassure)\b/, /(承诺|保证)/],
  downplay: [/\b(most|other) (customers|buyers|viewers)\b.*\b(satisfied|happy)\b/, /\bdownplay\b|\bblame\b/],
  "name-link": [/\b(name|mention|say|state|give|include|add|tell)\b.*\blinks?(?: number| id)?\b/, /(说出|报).*链接号?/],
  "answer-all": [
    /\b(answer|reply|address|respond|cover|handle)\b.*\b(each|every|all|both)\b/,
    /\b(each|every|all|both)\b.*\b(comment|question)s?\b.*\b(answer|reply|turn)/,
    /\bone by one\b|\bin turn\b/,
    /(逐条|每条|全部).*(回答|回复)/,
  ],
  "same-language": [
    /\b(same )?language\b.*\b(viewer|comment|as)\b|\b(viewer|comment)\S* (?:own )?language\b|\bsame language\b/,
    /\bin chinese\b/,
    /(用|使用).*(中文|观众的语言)/,
  ],
  short: [
    /\b(within|at most|under|no more than|not exceed|maximum of|max|below|up to)\b.*\d+\s*(characters|chars|words|字)/,
    /\b(short|brief|concise)\b/,
    /(简短|不超过)/,
  ],
  "to-service": [
    /\b(send|refer|point|direct|guide|tell|hand|lead|invite|name|mention|offer)\b.*\b(after-sales|customer service|support|service team|order page|human agent)\b/,
    /(转|引导).*(客服|售后)/,
  ],
  "offer-help": [/\b(offer|ask how)\b.*\bhelp\b|\bhelpful question\b/],
  invite: [/\binvite\b(?!.*\b(order|buy)\b)/, /\bask (?:them )?what they\b/, /邀请/],
  greet: [/\b(greet|welcome)\b/, /(问候|欢迎)/],
  "steer-back": [/\b(bring|steer|lead|return|guide|redirect|come)\b.*\b(live room|products|shop|topic)\b/, /(引导回|回到)/],
  engage: [/\b(answer it|answer the (?:topic|question|off-topic)|engage|discuss|join in|give an opinion|speculate)\b/],
  "say-unknown": [
    /\b(say|tell|explain|state)\b.*\b(not have|don't have|do not have|not carry|do not carry|don't carry|not sell|don't sell|not in|not available|not among|not on)\b/,
    /(说明|告知).*没有/,
  ],
  "suggest-other": [
    /\b(suggest|offer|recommend|point|propose|name)\b.*\b(similar|another|alternative|alternatives|other|instead)\b/,
    /推荐.*(其他|类似)/,
  ],
  "say-cannot-check": [/\b(cannot|can't|can not|unable to|could not) (?:check|look)\b/, /无法查/],
  "wish-well": [/\b(wish|enjoy|share (?:a|their) (?:photo|experience)|follow the (?:room|shop)|care tip|stay in touch)\b/],
  "load-skill": [/\bload\b.*\bskill\b/, /加载.*(技能|skill)/],
  "load-strategy": [/\bload\b.*\bstrategy\b/],
  state: [
    /\b(state|say|give|mention|tell|include|name|explain|add|quote|report|repeat|list|spell out|read out)\b/,
    /(说明|告知|报出|列出)/,
  ],
};

/** A negation at work in a clause. */
export const NEGATION =
  /\b(never|do not|don't|must not|mustn't|avoid|not|no|stop|refrain from|refuse to|instead of|rather than)\b|(不要|不得|禁止|切勿|不能|不可|避免)/;

/** Words that leave it to the speaker's mood whether a rule applies. */
export const VAGUE =
  /\b(when(?:ever)? (?:needed|possible|appropriate|you need them)|if possible|try to|usually|generally|sometimes|as appropriate|where suitable|be (?:generous|nice|friendly|helpful))\b|尽量|适当/;

/** Where a clause ends. */
export const CLAUSE =
  /[;,:]|\s[-–—]\s|\b(?:but|instead|then)\b|\band (?=(?:never|do not|don't|always|ask|say|call|offer|invite|thank|apolog|name|suggest|bring|state|give|tell|point|mention|welcome|keep|take)\b)|[，；]/;
