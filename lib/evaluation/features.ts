import type { TrajectoryFeatures } from "@/lib/contracts/run";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { incidentsOf } from "@/lib/kernel/incidents";

/**
 * What a trajectory used, each once and in order of first use: Skills by name (loaded with success), tools by name, tool
 * errors as `tool: type`, prompt blocks by path. `rounds` counts model rounds, `retries` calls and replies tried again.
 */
export function trajectoryFeatures(trajectory: Trajectory): TrajectoryFeatures {
  const skills = new Set<string>();
  const tools = new Set<string>();
  const toolErrors = new Set<string>();
  const promptBlocks = new Set<string>();
  const hooks = new Map<string, TrajectoryFeatures["hooks"][number]>();
  let rounds = 0;
  let retries = 0;
  for (const step of trajectory.steps) {
    switch (step.type) {
      case "boundary":
        rounds = Math.max(rounds, step.boundary.round);
        break;
      case "hook":
        hooks.set(`${step.hook}\n${step.event}\n${step.decision}`, {
          hook: step.hook,
          event: step.event,
          decision: step.decision,
        });
        break;
      case "model-call":
        for (const span of step.prompt) promptBlocks.add(span.path);
        break;
      case "skill-load":
        if (step.found) skills.add(step.skill);
        break;
      case "tool-call":
        tools.add(step.tool);
        if (!step.outcome.ok) toolErrors.add(`${step.tool}: ${step.outcome.error.type}`);
        break;
      case "retry":
        retries += 1;
        break;
      default:
        break;
    }
  }
  return {
    skills: [...skills],
    tools: [...tools],
    toolErrors: [...toolErrors],
    hooks: [...hooks.values()],
    promptBlocks: [...promptBlocks],
    stopReason: trajectory.stopReason,
    rounds,
    retries,
    incidents: incidentsOf(trajectory),
  };
}
