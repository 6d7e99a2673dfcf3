import type { JsonObject } from "@/lib/contracts/ids";
import type { IfevalGolden, IfevalPrompt } from "@/lib/contracts/ifeval";
import { checkInstruction } from "./check-instruction";
import type { DetectLanguage } from "./detect-language";
import { whatIsFound } from "./what-is-found";

export type Mode = "strict" | "loose";
const MODES: readonly Mode[] = ["strict", "loose"];

/** A verdict that is not the recorded one. `ours` is null where this studio's checker cannot decide. */
export interface GoldenDifference {
  key: IfevalPrompt["key"];
  instruction: string;
  /** Place in the prompt's list, from 0. */
  index: number;
  mode: Mode;
  ours: boolean | null;
  theirs: boolean;
  why: string;
}

/** The four accuracies, 0 to 1; null without a reply. */
export type GoldenAccuracies = Record<"promptStrict" | "promptLoose" | "instructionStrict" | "instructionLoose", number | null>;

export interface GoldenReport {
  replies: number;
  /** Verdicts: one an instruction of each reply read strictly and one read loosely; the sum of the three below. */
  instances: number;
  equal: number;
  /** Verdicts that the reference's random seed decides; they are not compared. */
  nondeterministic: number;
  differences: GoldenDifference[];
  accuracies: { ours: GoldenAccuracies; recorded: GoldenAccuracies };
}

interface Verdicts {
  ours: boolean[];
  recorded: boolean[];
}

/**
 * Compares this studio's verdicts with recorded ones of the reference checkers, reply by reply. Every record's key is one of
 * `prompts`, and its verdicts are as many as the prompt's instructions.
 */
export function verifyGolden(
  prompts: ReadonlyMap<IfevalPrompt["key"], IfevalPrompt>,
  records: readonly IfevalGolden[],
  detect: DetectLanguage | null,
): GoldenReport {
  const report = { instances: 0, equal: 0, nondeterministic: 0, differences: [] as GoldenDifference[] };
  const verdicts: Record<Mode, Verdicts[]> = { strict: [], loose: [] };
  for (const record of records) {
    const prompt = prompts.get(record.key);
    if (!prompt) continue;
    for (const mode of MODES) {
      const reply: Verdicts = { ours: [], recorded: [] };
      verdicts[mode].push(reply);
      for (const [index, instruction] of prompt.instruction_id_list.entries()) {
        const values = prompt.kwargs[index] ?? {};
        const theirs = record[mode][index] ?? false;
        const verdict = checkInstruction({ instruction, arguments: values, strict: mode === "strict" }, record.response, detect);
        const ours = verdict.decided ? verdict.follows : null;
        reply.ours.push(ours ?? false);
        reply.recorded.push(theirs);
        report.instances += 1;
        if (record.nondeterministic[index]) report.nondeterministic += 1;
        else if (ours === theirs) report.equal += 1;
        else {
          const why = verdict.decided ? whyOtherwise(instruction, values, record, mode, detect) : verdict.why;
          report.differences.push({ key: record.key, instruction, index, mode, ours, theirs, why });
        }
      }
    }
  }
  return {
    replies: verdicts.strict.length,
    ...report,
    accuracies: { ours: accuraciesOf(verdicts, "ours"), recorded: accuraciesOf(verdicts, "recorded") },
  };
}

function whyOtherwise(
  instruction: string,
  values: JsonObject,
  { response, counts }: IfevalGolden,
  mode: Mode,
  detect: DetectLanguage | null,
): string {
  const asked = `${instruction} ${JSON.stringify(values)}`;
  const recorded: Readonly<Record<string, number | undefined>> = {
    "length_constraints:number_sentences": counts?.sentences,
    "length_constraints:number_words": counts?.words,
  };
  const count = recorded[instruction];
  const loosely = mode === "loose" ? " In one of its loose variants this may be otherwise." : "";
  return `${asked}: ${whatIsFound(instruction, response, detect)}${count === undefined ? "" : `; the reference counted ${count}`}.${loosely}`;
}

function accuraciesOf(verdicts: Record<Mode, Verdicts[]>, side: keyof Verdicts): GoldenAccuracies {
  const mean = (kept: readonly boolean[]) => (kept.length === 0 ? null : kept.filter(Boolean).length / kept.length);
  const prompts = (mode: Mode) => mean(verdicts[mode].map((reply) => reply[side].every(Boolean)));
  const instructions = (mode: Mode) => mean(verdicts[mode].flatMap((reply) => reply[side]));
  return {
    promptStrict: prompts("strict"),
    promptLoose: prompts("loose"),
    instructionStrict: instructions("strict"),
    instructionLoose: instructions("loose"),
  };
}
