import "server-only";
import { setImmediate } from "node:timers/promises";
import type { Experiment } from "@/lib/contracts/traffic";
import { OutcomeTally } from "@/lib/release/traffic/outcome-tally";
import { type OutcomeRow, readOutcomes } from "@/lib/release/traffic/read-outcomes";
import { badRequest } from "../app-error";

/** Rows that are added up in one go; between two goes requests are answered. */
const AT_ONCE = 5_000;

/** @throws AppError BAD_REQUEST where the file as a whole cannot be read. */
export async function tallyOutcomes(
  experiment: Experiment,
  { text, format }: { text: string; format: "csv" | "jsonl" },
): Promise<OutcomeTally> {
  const rows: OutcomeRow[] = [];
  const wrong = readOutcomes(text, format, (row) => rows.push(row));
  if (wrong !== null) throw badRequest(`text: ${wrong}`);
  const tally = new OutcomeTally(experiment);
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    tally.add(row);
  }
  return tally;
}
