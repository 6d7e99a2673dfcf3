import { z } from "zod";
import { CaseCoding } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import type { EvaluatedCase, TrajectorySource } from "../evaluated-case";
import { quoteProblem } from "../quotes";
import { type Asking, mapAtOnce } from "./call-model";
import { caseBlocks } from "./case-digest";
import { harnessOutline } from "./harness-outline";
import { CODING_INSTRUCTIONS } from "./instructions";
import { entityNames, maskEntities } from "./mask-entities";
import { schemaText, structuredChat } from "./structured-chat";

const text = (most: number) => z.string().trim().min(1).max(most);

/** A quote of a single sign shows nothing; two Chinese characters may. */
const QUOTABLE = /[\p{L}\p{N}].*[\p{L}\p{N}]/su;

const Answer = CaseCoding.omit({ case: true }).extend({
  symptom: text(300),
  quote: text(600).regex(QUOTABLE, "quote a few words"),
  mechanism: text(400),
});

interface CodingInput {
  bundle: Bundle;
  failures: readonly EvaluatedCase[];
  trajectory: TrajectorySource;
  seed: number;
  /** Told how many failures are done. */
  report: (done: number) => void;
}

/** `error`: why there is no use in going on; `codings` lacks the cases that the model gave no valid coding of. */
interface Codings {
  codings: CaseCoding[];
  error: string | null;
}

/**
 * Open coding (METHODS.md section 1, step 3): one question for each failure. Quotes stand verbatim in the step that they name;
 * symptom and mechanism come masked. Ends early where the first calls all fail.
 */
export async function codeFailures(
  asking: Asking,
  { bundle, failures, trajectory, seed, report }: CodingInput,
): Promise<Codings> {
  const system = `${CODING_INSTRUCTIONS}\n${schemaText(Answer)}\n\n${harnessOutline(bundle)}`;
  let done = 0;
  let answered = 0;
  let callErrors = 0;
  let error: string | null = null;

  async function code(one: EvaluatedCase): Promise<CaseCoding | null> {
    const id = one.item.id;
    const what = `coding of ${id}`;
    const steps = trajectory(id);
    if (steps === null) {
      asking.invalid.add(what, "no trajectory was stored, so nothing can be quoted");
      return null;
    }
    const answer = await structuredChat(asking, {
      what,
      system,
      user: caseBlocks([one], trajectory, asking.settings),
      seed,
      schema: Answer,
      problems: ({ step, quote }) => {
        const problem = quoteProblem({ case: id, step, text: quote }, trajectory);
        return problem === null ? [] : [`quote: ${problem}`];
      },
    });
    if (answer.callError === null) answered += 1;
    else callErrors += 1;
    if (answered === 0 && callErrors >= Math.min(asking.settings.giveUpAfter, failures.length)) error = answer.callError;
    if (answer.value === null || !answer.sound) return null;
    const names = entityNames(one, steps);
    return {
      ...answer.value,
      case: id,
      symptom: maskEntities(answer.value.symptom, names),
      mechanism: maskEntities(answer.value.mechanism, names),
    };
  }

  const codings = await mapAtOnce(failures, asking, async (one) => {
    const coding = error === null ? await code(one) : null;
    done += 1;
    report(done);
    return coding;
  });
  const valid = codings.filter((coding) => coding !== null);
  if (error === null && valid.length === 0) error = "the model gave no valid coding of any failure";
  return { codings: valid, error };
}
