import type { Case } from "@/lib/contracts/case";
import type { Harness } from "@/lib/contracts/harness";
import type { TaskOptions } from "@/lib/kernel/ports";
import { harnessForCase } from "./case-harness";
import { labelledTask } from "./judge/judge-task";

/**
 * What the kernel gets of a case: its input, context, dialogue and channel and no more; where the case brings a reply to
 * grade, the harness is a judge and its task is that grading, with what had been looked up as evidence.
 */
export function caseTask(harness: Harness, item: Case): Pick<TaskOptions, "harness" | "task" | "evidence"> {
  if (item.judged) return { harness, ...labelledTask(item, item.judged, harness) };
  const { input, context, dialogue, channel } = item;
  return { harness: harnessForCase(harness, item), task: { input, context, dialogue, channel } };
}
