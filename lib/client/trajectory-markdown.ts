import type { Trajectory } from "@/lib/contracts/trajectory";
import { fenced, inlineCode } from "./markdown-text";
import { milliseconds, stepMarkdown } from "./step-markdown";

/** What the trajectory does not say of itself. */
export interface TrajectoryLabels {
  /** Where it comes from, as label and value: the run and the case, or the served request. */
  source: Record<string, string>;
  /** True where the embedded stand-in policy answered. */
  embedded: boolean;
}

/**
 * A trajectory as a Markdown document to read or send on. Everything that a policy, a tool, a viewer or a bundle wrote stands
 * in code fences or code spans that it cannot leave, so no part of it becomes markup. `prompts` adds to each model call the
 * prompt as sent with the origin of its parts.
 */
export function trajectoryMarkdown(
  trajectory: Trajectory,
  { source, embedded }: TrajectoryLabels,
  { prompts = false }: { prompts?: boolean } = {},
): string {
  const { harness, model, timings, usage, failure } = trajectory;
  const facts = [
    ...Object.entries(source).map(([label, value]) => `${label}: ${inlineCode(value)}`),
    `Harness: ${inlineCode(harness.name)} ${inlineCode(harness.hash)}`,
    `Model: ${inlineCode(model.model)} at ${inlineCode(model.endpoint)}, checkpoint ${inlineCode(model.checkpoint)}`,
    ...(embedded ? ["**Simulated policy**: a deterministic program that stands in for a model gave these answers."] : []),
    `Channel: ${trajectory.channel}, seed ${trajectory.seed}`,
    `Stop reason: ${trajectory.stopReason}`,
    `Time: ${milliseconds(timings.wallMs)} in all; model ${milliseconds(timings.modelMs)}, tools ${milliseconds(timings.toolMs)}, Hooks ${milliseconds(timings.hookMs)}, first token ${milliseconds(timings.ttftMs)}`,
    `Model calls: ${usage.calls}; tokens: ${usage.promptTokens ?? "–"} prompt, ${usage.completionTokens ?? "–"} completion`,
  ];
  const failed = failure ? [`Failure ${inlineCode(failure.type)}:`, fenced(failure.message)] : [];
  const reply = trajectory.reply === "" ? "Nothing was said." : fenced(trajectory.reply);
  const steps = trajectory.steps.flatMap((step, index) => {
    const { title, body } = stepMarkdown(step, trajectory, prompts);
    const depth = step.depth ? `, nested agent ${step.depth}` : "";
    return [`### ${index}. ${title} (${milliseconds(step.atMs)}${depth})`, ...body];
  });
  return `${["# Trajectory", facts.map((fact) => `- ${fact}`).join("\n"), ...failed, "## Reply", reply, "## Steps", ...steps].join("\n\n")}\n`;
}
