import type { Language } from "./catalogue";
import type { Scenario } from "./scene";

/** Ways to ask one thing, with what a right answer says. */
export interface Ask extends Record<Language, string[]> {
  core: string[];
  other?: { id: string; any: string[] };
}

export function asked(asks: Ask[], stage: Parameters<Scenario>[0]) {
  const ask = stage.draw.pick(asks);
  return { ask, phrase: stage.draw.pick(ask[stage.language]) };
}
