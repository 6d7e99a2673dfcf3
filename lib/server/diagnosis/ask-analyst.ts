import "server-only";
import type { Analyst, Diagnosis, Entry, Spent } from "@/lib/contracts/evolution";
import { Budget } from "@/lib/contracts/run-settings";
import type { InvalidOutput, ProposedEntry, RejectedEntry } from "@/lib/evolution/analyst";
import { addSpent } from "@/lib/evolution/spending";
import { type AnalystAtWork, requireAnalyst, startAnalyst } from "../analysts";
import { AppError, conflict, unprocessable } from "../app-error";
import type { Studio } from "../studio";
import { addedTexts } from "./analyst-material";

/** What one question of a person may take, the replay of a case included. */
const BUDGET = Budget.parse({ calls: 24, minutes: 4 });
const MOST_WHY = 300;

/**
 * Asks the diagnosis's own analyst one thing, as a job of this name: it ends with the studio, and at most one of a name is at
 * work. Answers what `work` does.
 * @throws AppError where one is at work, the budget of a question is used up, or the studio stops.
 */
export async function askAnalyst<T>(
  studio: Studio,
  name: string,
  analyst: Analyst,
  work: (analyst: AnalystAtWork) => Promise<T>,
): Promise<T> {
  const chosen = requireAnalyst(studio.database, analyst);
  if (studio.jobs.has(name)) throw conflict("The analyst is at work on this already.", { current: "running" });
  let outcome: { ok: true; value: T } | { ok: false; error: unknown } | undefined;
  await studio.jobs.start(name, async (signal) => {
    const atWork = startAnalyst(studio.endpointLimits, chosen, { budget: BUDGET, signal });
    try {
      outcome = { ok: true, value: await work(atWork) };
    } catch (error) {
      const over = atWork.overBudget();
      if (error instanceof AppError || !atWork.signal.aborted) outcome = { ok: false, error };
      else if (over !== null) outcome = { ok: false, error: unprocessable(`The analyst came to no end: ${over}.`, {}) };
      else outcome = { ok: false, error: conflict("The studio is stopping.", { current: "stopping" }) };
    } finally {
      atWork.leave();
    }
  });
  if (outcome?.ok) return outcome.value;
  throw outcome?.error ?? new Error(`the job ${name} came to nothing`);
}

/** The entries of the stage, which the analyst is not to propose a second time. */
export const alreadyProposed = (entries: readonly Entry[]): RejectedEntry[] =>
  entries
    .filter((entry) => entry.status !== "rejected")
    .map((entry) => ({ title: entry.title, reason: "It is proposed in this stage already.", added: addedTexts(entry) }));

/** The draft that is new; refused with a sentence where the analyst has none. */
export function requireNew(
  drafts: readonly ProposedEntry[],
  invalid: readonly InvalidOutput[],
  others: readonly Entry[],
): ProposedEntry {
  const known = new Set(others.map((entry) => JSON.stringify(entry.operations)));
  const draft = drafts.find((one) => !known.has(JSON.stringify(one.operations)));
  if (draft) return draft;
  const why = invalid.at(-1)?.why;
  throw unprocessable(
    why === undefined || drafts.length > 0
      ? "The analyst has no other idea."
      : `The analyst has no other idea that holds: ${why.slice(0, MOST_WHY)}`,
    {},
  );
}

/** The diagnosis with what a question to its analyst took, and what came of it that did not hold. */
export const withQuestion = (diagnosis: Diagnosis, spent: Spent, invalid: readonly InvalidOutput[]): Diagnosis => ({
  ...diagnosis,
  spent: addSpent(diagnosis.spent, spent),
  invalid: [...diagnosis.invalid, ...invalid],
});
