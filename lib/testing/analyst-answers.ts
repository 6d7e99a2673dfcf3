import type { ServerResponse } from "node:http";
import { z } from "zod";
import { delta, sendStream, usageChunk } from "./wire-server";

const Asked = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });

/** The kinds of questions that the analyst asks its model, by what its instructions begin with. */
const KINDS = {
  coding: "You read one failing case",
  induction: "You sort failures",
  membership: "You decide for each code",
  proposal: "You propose one edit",
};
export type AnalystQuestion = { kind: keyof typeof KINDS; system: string; user: string };

/** What a request to an analyst's model asks: its kind, its instructions and the first question. */
export function readQuestion(body: unknown): AnalystQuestion {
  const { messages } = Asked.parse(body);
  const system = messages[0]?.content ?? "";
  const kind = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((one) => system.startsWith(KINDS[one]));
  if (kind === undefined) throw new Error(`an unknown question: ${system.slice(0, 80)}`);
  return { kind, system, user: messages[1]?.content ?? "" };
}

/** The reply of the first case in a prompt, as a quote of it. */
export function firstQuote(user: string): { case: string; step: number; text: string } {
  const found = /^case (\S+) [\s\S]*?^ {2}step (\d+) reply: (.+)$/m.exec(user);
  return { case: found?.[1] ?? "", step: Number(found?.[2] ?? 0), text: (found?.[3] ?? "").slice(0, 20) };
}

/** An analyst's model that finds one cause in every failure; `propose` answers its proposals. */
export function answerAsAnalyst(body: unknown, propose: (user: string) => object): string {
  const { kind, system, user } = readQuestion(body);
  switch (kind) {
    case "coding": {
      const { step, text } = firstQuote(user);
      const mechanism = "No rule asks for it.";
      return JSON.stringify({ symptom: "The word is not said.", step, quote: text, mechanism, owner: "prompt" });
    }
    case "induction":
      return JSON.stringify({ codes: [{ label: "The word is not said", definition: "It never says it.", owner: "prompt" }] });
    case "membership": {
      const codes = new Set([...system.concat(user).matchAll(/\bcode-\d+\b/g)].map(([code]) => code));
      return JSON.stringify({ answers: [...codes].map((code) => ({ code, member: true, step: 0 })) });
    }
    case "proposal":
      return JSON.stringify(propose(user));
  }
}

/** Sends a model's answer, with 90 prompt and 10 completion tokens. */
export function sendAnswer(response: ServerResponse, content: string): void {
  sendStream(response, [delta({ role: "assistant", content }), delta({}, "stop"), usageChunk(90, 10)]);
}
