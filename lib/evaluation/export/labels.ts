import type { CaseResult } from "@/lib/contracts/run";
import { lookUps } from "../judge/judge-task";
import type { ExportSource } from "./export-source";

/**
 * A labels file for people to fill in: each reply in its situation with what was looked up for it, and accuracy,
 * effectiveness and annotator left open. Neither the scores nor the checks of the run are in it, so that they sway nobody. An
 * id names case, run and repeat, so that files of several runs go together.
 */
export function* labelsExport({ run, results, labels }: ExportSource): Generator<string> {
  if (!labels) return;
  if (Object.keys(labels.shared).length > 0) yield line({ shared: labels.shared });
  for (const result of results()) {
    const found = labels.situation(result);
    if (!found) continue;
    const { item, trajectory } = found;
    const { category, context, dialogue, channel, instructions, fixtures, group, language, priority, tags } = item;
    yield line({
      ...{ id: idOf(run.id, result), category, comments: item.input.comments, dialogue, context, channel },
      ...(instructions.length > 0 && { instructions }),
      ...(Object.keys(fixtures).length > 0 && { fixtures }),
      ...{ group: group ?? item.id, language, priority },
      ...(tags.length > 0 && { tags }),
      ...{ run: run.id, reply: result.reply, toolCalls: lookUps(trajectory) },
      ...{ accuracy: null, effectiveness: null, annotator: "" },
    });
  }
}

const LONGEST_CASE = 80;

const idOf = (run: string, { case: id, repeat }: CaseResult): string =>
  `${id.slice(0, LONGEST_CASE)}@${run}${repeat === 0 ? "" : `-${repeat}`}`;

const line = (value: object): string => `${JSON.stringify(value)}\n`;
