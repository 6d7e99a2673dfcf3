import { z } from "zod";
import type { CaseCoding } from "@/lib/contracts/evolution";
import type { EvaluatedCase, TrajectorySource } from "../evaluated-case";
import { type Asking, mapAtOnce } from "./call-model";
import { caseBlocks } from "./case-digest";
import type { CodeMembers } from "./codes";
import { dataBlock } from "./data-block";
import type { Code } from "./induction";
import { MEMBERSHIP_INSTRUCTIONS } from "./instructions";
import { schemaText, structuredChat } from "./structured-chat";

const Answer = z.object({ answers: z.array(z.object({ code: z.string(), member: z.unknown(), step: z.unknown().optional() })) });
type Answer = z.infer<typeof Answer>;

/** What the model is told of the shape; what it answers is read more leniently. */
const Asked = z.object({ answers: z.array(z.object({ code: z.string(), member: z.boolean(), step: z.int().min(0) })) });

const Step = z.int().min(0);

const contradictions = ({ answers }: Answer) => {
  const yes = new Set(answers.filter(({ member }) => member === true).map(({ code }) => code));
  return [...new Set(answers.filter(({ code, member }) => member === false && yes.has(code)).map(({ code }) => code))];
};

interface MembershipInput {
  codes: readonly Code[];
  codings: readonly CaseCoding[];
  cases: ReadonlyMap<string, EvaluatedCase>;
  trajectory: TrajectorySource;
  seed: number;
  /** Told how many cases are done. */
  report: (done: number) => void;
}

/**
 * Membership (METHODS.md section 1, step 5): whether each code holds of each case, asked apart from how the codes were found,
 * several codes of one case in a call. An answer that is missing, no boolean, or both yes and no counts as no. A member's step
 * is where the code shows in it: the model's, or that of its coding.
 */
export async function askMembership(asking: Asking, input: MembershipInput): Promise<CodeMembers[]> {
  const { settings, invalid } = asking;
  const members = input.codes.map((code): CodeMembers => ({ code, steps: new Map() }));
  if (members.length === 0) return [];
  const instructions = `${MEMBERSHIP_INSTRUCTIONS}\n${schemaText(Asked)}`;
  const blocks = Array.from({ length: Math.ceil(members.length / settings.codesACall) }, (_, index) => {
    const block = members.slice(index * settings.codesACall, (index + 1) * settings.codesACall);
    const listed = block.map(({ code }) => `${code.id}: ${code.label}. ${code.definition}`).join("\n");
    return { block, system: `${instructions}\n\n${dataBlock("codes", listed)}` };
  });
  let done = 0;

  async function ask(coding: CaseCoding, { block, system }: (typeof blocks)[number]): Promise<void> {
    const one = input.cases.get(coding.case);
    if (one === undefined) return;
    const what = `membership of ${coding.case} (seed ${input.seed})`;
    const said = `symptom: ${coding.symptom}\nfirst wrong step: ${coding.step}\nmechanism: ${coding.mechanism}\nowner: ${coding.owner}`;
    const answer = await structuredChat(asking, {
      what,
      system,
      user: `${caseBlocks([one], input.trajectory, settings)}\n\n${dataBlock("what was noted of it", said)}`,
      seed: input.seed,
      schema: Answer,
      problems: (value) => contradictions(value).map((code) => `${code} is answered yes and no`),
    });
    if (answer.value === null) return;
    const { answers } = answer.value;
    const both = new Set(contradictions(answer.value));
    const steps = input.trajectory(coding.case)?.steps.length ?? 0;
    const known = new Set(block.map(({ code }) => code.id));
    const unknown = answers.filter(({ code }) => !known.has(code)).map(({ code }) => code);
    if (unknown.length > 0) invalid.add(what, `no code was called ${unknown.join(", ")}`);
    const missing: string[] = [];
    for (const { code, steps: found } of block) {
      const given = answers.filter((item) => item.code === code.id && typeof item.member === "boolean");
      if (given.length === 0) missing.push(code.id);
      if (both.has(code.id)) continue;
      const yes = given.find(({ member }) => member === true);
      if (yes === undefined) continue;
      const step = Step.safeParse(yes.step);
      found.set(coding.case, step.success && step.data < steps ? step.data : coding.step);
    }
    if (missing.length > 0) invalid.add(what, `no yes or no for ${missing.join(", ")}: counted as no`);
  }

  await mapAtOnce(input.codings, asking, async (coding) => {
    for (const block of blocks) await ask(coding, block);
    done += 1;
    input.report(done);
  });
  return members;
}
