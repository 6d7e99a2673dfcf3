import { fireHooks } from "./hooks/fire";
import type { ModelRequest } from "./model-call";
import type { Session } from "./session";

/** PreModelCall: hooks may change the messages. Null where one failed and the harness fails closed. */
export async function submitRequest(session: Session, request: ModelRequest): Promise<ModelRequest | null> {
  const given = { messages: request.messages, round: session.state.round, loadedSkills: session.state.loadedSkills };
  let closed = false;
  const { payload } = await fireHooks(session, "PreModelCall", given, {
    change: (current, decision) => (decision.decision === "change" ? { ...current, messages: decision.messages } : current),
    closed: () => {
      closed = true;
      return { decision: "allow" };
    },
  });
  if (closed) return null;
  const { messages } = payload;
  const sameSystem = messages[0]?.role === "system" && messages[0].content === request.messages[0]?.content;
  return { ...request, messages, spans: sameSystem ? request.spans : [] };
}
