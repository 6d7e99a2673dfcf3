import type { Act } from "./act-words";
import type { Phrase } from "./phrases";
import type { Topic } from "./topic-words";

/** A thing that can be said whatever the facts are, and where in a reply it stands. */
export interface SpeechAct {
  act: Act;
  phrase: Phrase;
  place: "before" | "after";
  /** Kept longer when a reply is cut: lower goes first to the viewer. */
  rank: number;
}

export const SPEECH_ACTS: SpeechAct[] = [
  { act: "greet", phrase: "greet", place: "before", rank: 2 },
  { act: "thank", phrase: "thank", place: "before", rank: 2 },
  { act: "apologise", phrase: "apologise", place: "before", rank: 1 },
  { act: "empathise", phrase: "comfort", place: "before", rank: 1 },
  { act: "congratulate", phrase: "congratulate", place: "before", rank: 1 },
  { act: "disclose-ai", phrase: "disclose", place: "before", rank: 1 },
  { act: "ask-order-number", phrase: "askOrder", place: "after", rank: 2 },
  { act: "to-service", phrase: "toService", place: "after", rank: 3 },
  { act: "say-unknown", phrase: "notCarried", place: "before", rank: 1 },
  { act: "suggest-other", phrase: "suggestOther", place: "after", rank: 3 },
  { act: "wish-well", phrase: "wishWell", place: "after", rank: 4 },
  { act: "steer-back", phrase: "steerBack", place: "after", rank: 2 },
  { act: "offer-help", phrase: "offerHelp", place: "after", rank: 4 },
  { act: "invite", phrase: "invite", place: "after", rank: 4 },
  { act: "promise", phrase: "promise", place: "after", rank: 5 },
  { act: "downplay", phrase: "downplay", place: "after", rank: 5 },
  { act: "push", phrase: "push", place: "after", rank: 6 },
];

/** Log-odds of a speech act on a topic where nothing asks for it; acts not named are not thought of. */
export const HABITS: Partial<Record<Topic, Partial<Record<Act, number>>>> = {
  complaint: { apologise: 1.4, "ask-order-number": -0.6, "to-service": -0.8, promise: -0.3, downplay: -1.8, push: -2 },
  praise: { thank: 1.8, "wish-well": -0.2, push: -0.2 },
  sadness: { empathise: 0.6, push: -0.2, "offer-help": -1 },
  joy: { congratulate: 1.2, push: -0.4 },
  greeting: { greet: 2, invite: 0.3, push: -1 },
  identity: { "offer-help": 0 },
  "off-topic": { "steer-back": -0.2, "offer-help": -0.4 },
  "unknown-product": { "suggest-other": -0.3 },
  stock: { "suggest-other": -2.2, push: -1.6 },
  price: { push: -1.4 },
  promotion: { push: -0.8 },
  gift: { push: -1.2 },
  order: {},
};

/** Log-odds of an act that no topic suggests, once some rule asks for it. */
export const UNUSUAL = -2.4;

/** Log-odds of making something up where nothing is known. */
export const GUESS_HABIT = 0.7;
/** Log-odds of the first kinds of answer that need no data. */
export const ANSWER_HABITS = {
  disclose: -0.5,
  /** Added where the prompt tells the policy that it is an AI. */
  selfKnowledge: 1.2,
  claimHuman: 0.4,
  engage: 0.5,
  sayUnknown: 0.4,
  sayCannotCheck: 0.2,
  answerAll: -0.5,
  sameLanguage: 0.6,
  nameLink: -0.7,
  secondary: -1.1,
  chatter: -0.9,
  short: -1,
  askOrder: 0.5,
  promiseDay: 0.2,
  promiseElse: -2.6,
} as const;
