import type { z } from "zod";
import type { Tool } from "@/lib/contracts/harness";
import type { Message } from "@/lib/contracts/model";
import type { PromptSpan, Route } from "@/lib/contracts/trajectory";
import type { ModelRequest } from "./model-call";
import { runModule } from "./modules/custom";
import { viewHistory } from "./modules/memory";
import { exposeCapabilities } from "./modules/orchestration";
import { planDirective } from "./modules/planning";
import { renderPrompt } from "./prompt";
import { commentsOf, type Ending, endWithout, type Session } from "./session";
import { taskMessages } from "./task-messages";

/** Turns of the dialogue that the compact prompt keeps. */
const COMPACT_TURNS = 2;

/** What memory, planning and orchestration make of the state in one round. */
export interface Assembled {
  view: Message[];
  directive: string;
  exposed: { tools: Tool[]; skills: string[] };
}

export type Assembly = { ok: true; assembled: Assembled } | { ok: false; ending: Ending };

/**
 * Runs M, P and F (JIT-Agent seed, section 3.1) and records the boundary. Its state is the one at the beginning of the
 * round: a task resumed there runs the three again.
 */
export async function assemble(session: Session): Promise<Assembly> {
  const { options, compiled, state, recorder } = session;
  const { modules } = options.harness.config;
  state.elapsedMs = recorder.elapsed();
  const { history, ...rest } = state;
  const before = { state: structuredClone(rest), historyLength: history.length };

  const memory =
    modules.memory.use === "custom"
      ? await runModule(session, "memory", { history: state.history })
      : { ok: true as const, result: { messages: viewHistory(modules.memory, state.history) } };
  if (!memory.ok) return memory;
  const view = memory.result.messages;

  const planning =
    modules.planning.use === "custom"
      ? await runModule(session, "planning", { view })
      : { ok: true as const, result: { directive: planDirective(modules.planning, state) } };
  if (!planning.ok) return planning;
  const { directive } = planning.result;

  const everything = exposeCapabilities(
    modules.orchestration.use === "custom" ? { use: "all" } : modules.orchestration,
    compiled,
    state,
  );
  let exposed = everything;
  if (modules.orchestration.use === "custom") {
    const registry = {
      tools: everything.tools.map(({ name, description }) => ({ name, description })),
      skills: everything.skills,
    };
    const chosen = await runModule(session, "orchestration", { registry, view, directive });
    if (!chosen.ok) return chosen;
    exposed = {
      tools: everything.tools.filter(({ name }) => chosen.result.tools.includes(name)),
      skills: everything.skills.filter((name) => chosen.result.skills.includes(name)),
    };
  }
  recorder.record({
    type: "boundary",
    round: state.round + 1,
    boundary: {
      round: state.round + 1,
      historyLength: before.historyLength,
      state: before.state,
      ...(state.frames.length > 0 ? { history: [...state.history] } : {}),
      view: { memory: modules.memory.use, messages: view.length },
      directive,
      exposed: { tools: exposed.tools.map((tool) => tool.name), skills: exposed.skills },
    },
  });
  return { ok: true, assembled: { view, directive, exposed } };
}

export type Rendered = { ok: true; request: ModelRequest } | { ok: false; ending: Ending };

/** The prompt pipeline: the request as the policy is to get it, in full or by the compact route. */
export function renderRequest(session: Session, assembled: Assembled, prompt: z.infer<typeof Route>["prompt"]): Rendered {
  const { options, compiled, state } = session;
  const { context, channel } = options.task;
  const { config } = options.harness;
  const { view, directive, exposed } = assembled;
  const nested = state.frames.length > 0;
  const whole = nested ? [] : options.task.dialogue;
  const dialogue = prompt === "compact" ? whole.slice(-COMPACT_TURNS) : whole;
  const comments = commentsOf(session);
  const rendered = renderPrompt(
    options.harness,
    {
      comments,
      context,
      dialogue,
      channel,
      skills: [...compiled.skills.values()].map(({ name, description, kind }) => ({ name, description, kind })),
      tools: exposed.tools.map(({ name, description }) => ({ name, description })),
      loadedSkills: state.loadedSkills,
      directive,
    },
    prompt,
  );
  const [problem] = rendered.problems;
  if (problem) {
    return {
      ok: false,
      ending: endWithout(session, "rejected", { type: "prompt-error", message: `${problem.path}: ${problem.message}` }),
    };
  }
  const spans: z.infer<typeof PromptSpan>[] = rendered.spans;
  const system: Message[] = rendered.text === "" ? [] : [{ role: "system", content: rendered.text }];
  const reminder: Message[] = directive === "" || rendered.text.includes(directive) ? [] : [{ role: "user", content: directive }];
  return {
    ok: true,
    request: {
      messages: [...system, ...taskMessages(config.comments, dialogue, comments), ...view, ...reminder],
      spans,
      tools: exposed.tools,
    },
  };
}
