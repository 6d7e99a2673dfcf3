import type { ModuleSlot, Tool } from "@/lib/contracts/harness";
import type { ChatOutcome, Message } from "@/lib/contracts/model";
import type { HostAnswer, HostCall } from "@/lib/contracts/module";
import { type CallRoute, chatOnce, type ModelRequest, mainRoute, recordCall } from "../model-call";
import { commentsOf, type Session } from "../session";
import { taskMessages } from "../task-messages";
import { callTools } from "./action";

/** What host calls work with: the request `callModel` sends by default, and the tools that may be called or offered. */
export interface HostRequest {
  request: ModelRequest;
  exposed: readonly Tool[];
}

/**
 * Carries out the calls that a module waits for, side by side, and answers in their order. A call is one attempt: whether to
 * try again is the module's business. Tools that are not exposed come to `unknown-tool`.
 */
export async function answerHostCalls(
  session: Session,
  slot: ModuleSlot,
  calls: readonly HostCall[],
  host: HostRequest | undefined,
): Promise<HostAnswer[]> {
  const via: CallRoute = { ...mainRoute(session), module: slot };
  const models = calls.map((call) => (call.kind === "model" ? modelRequest(session, call, host) : null));
  const chats = models.map((request, index) =>
    // Equal requests of one batch must not draw equal answers.
    request === null ? null : chatOnce(session, request, via, session.options.seed + index),
  );
  const tools = calls.flatMap((call) => (call.kind === "tool" ? [call] : []));
  const toolAnswers = await callTools(session, slot, tools, host?.exposed ?? []);
  const answers: HostAnswer[] = [];
  for (const [index] of calls.entries()) {
    const request = models[index] ?? null;
    const chat: ChatOutcome | null = (await chats[index]) ?? null;
    if (request !== null && chat !== null) {
      recordCall(session, request, via, 1, chat);
      answers.push(chat);
      continue;
    }
    const answer = toolAnswers.shift();
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

/** What a module sends by default before the prompt is assembled: the task and the history. */
function conversation(session: Session): Message[] {
  const { options, state } = session;
  const dialogue = state.frames.length > 0 ? [] : options.task.dialogue;
  return [...taskMessages(options.harness.config.comments, dialogue, commentsOf(session)), ...state.history];
}

function modelRequest(session: Session, call: Extract<HostCall, { kind: "model" }>, host: HostRequest | undefined): ModelRequest {
  const messages: Message[] = call.messages ?? host?.request.messages ?? conversation(session);
  const exposed = host?.exposed ?? [];
  const tools = call.tools === undefined ? [...exposed] : exposed.filter(({ name }) => call.tools?.includes(name));
  const sameSystem = messages[0]?.role === "system" && messages[0].content === host?.request.messages[0]?.content;
  return { messages, tools, spans: sameSystem ? (host?.request.spans ?? []) : [] };
}
