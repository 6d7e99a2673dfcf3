import { RecoveryCause } from "@/lib/contracts/harness";
import { renderRequest } from "./assemble";
import { endFrame, UNFINISHED } from "./frames";
import { callByRoute, compactRoute } from "./model-call";
import { viewHistory } from "./modules/memory";
import { fireStop } from "./reply";
import type { Ending, Session } from "./session";
import { submitRequest } from "./submit-request";

const REQUEST =
  "Answer the viewer now, in one or two short sentences, from the tool results above and nothing else. Where they do not hold the answer, say that you cannot check it right now. Name no price, figure, offer or promise that is not in them.";

/** Refusals that the same endpoint would only repeat. */
const HOPELESS = new Set(["unauthorized", "not-found", "bad-request"]);

/**
 * Trajectory-level recovery (TaoLive report, section 6.2): where a task failed, one last call by the compact route, without
 * tools. Its reply must pass the Stop hooks, and none may send it back; the Skill rule is not applied, since there is no
 * round left in which to load one. Gives the ending as it was where there is no recovery for it or it fails.
 */
export async function recover(session: Session, ending: Ending): Promise<Ending> {
  const { options, state, recorder } = session;
  const { recovery, fallback } = options.harness.config;
  const cause = RecoveryCause.safeParse(ending.stopReason);
  if (recovery.use === "none" || !cause.success || !recovery.on.includes(cause.data)) return ending;
  if (options.signal?.aborted) return ending;
  if (!options.fallbackModel && ending.stopReason === "model-error" && HOPELESS.has(ending.failure?.type ?? "")) return ending;
  while (state.frames.length > 0) endFrame(session, UNFINISHED, false);
  session.untilMs = recorder.elapsed() + recovery.timeoutMs;
  const view = [...viewHistory({ use: "full" }, state.history), { role: "user" as const, content: REQUEST }];
  const assembled = { view, directive: "", exposed: { tools: [], skills: [] } };
  const rendered = renderRequest(session, assembled, fallback.prompt);
  const request = rendered.ok ? await submitRequest(session, rendered.request) : null;
  const via = compactRoute(session, recovery.timeoutMs);
  const called = request === null ? null : await callByRoute(session, request, via);
  const content = called?.ok && called.answer.toolCalls.length === 0 ? called.answer.content.trim() : "";
  const stopped = content === "" ? null : await fireStop(session, content);
  const passed = stopped !== null && stopped.decision === undefined;
  recorder.record({
    type: "fallback",
    round: state.round,
    scope: "trajectory",
    reason: `${ending.stopReason}${ending.failure ? `: ${ending.failure.message}` : ""}`,
    route: via.route,
    recovered: passed,
  });
  if (!passed) return ending;
  session.channel = stopped.channel;
  return { stopReason: "recovered", reply: stopped.reply, ...(ending.failure ? { failure: ending.failure } : {}) };
}
