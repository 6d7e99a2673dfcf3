import type { Channel, Tool } from "@/lib/contracts/harness";
import type { HookDecisions } from "@/lib/contracts/hook";
import { factless } from "./frames";
import { fireHooks } from "./hooks/fire";
import { commentsOf, type Ending, endWithout, type Session } from "./session";
import { toolResults } from "./tools/observation";

/** Puts a proposed reply before the Skill rule and the Stop hooks. Null where it was sent back for another round. */
export async function proposeReply(session: Session, proposed: string, exposed: readonly Tool[]): Promise<Ending | null> {
  const { options, state } = session;
  const { limits } = options.harness.config;
  const request = missingSkillRequest(session, exposed);
  if (request !== null) {
    sendBack(session, proposed, request);
    return null;
  }
  const { reply, channel, decision } = await fireStop(session, proposed);
  if (decision?.decision === "suppress") return { stopReason: "suppressed", reply: "" };
  if (decision?.decision === "block") {
    if (state.stopBlocks >= limits.stopBlocks) return endWithout(session, "round-limit");
    state.stopBlocks += 1;
    sendBack(session, reply, decision.reason);
    return null;
  }
  session.channel = channel;
  return { stopReason: "replied", reply };
}

/**
 * The Stop hooks on a reply: the reply and its channel as they changed them, and the decision that ended their chain, if one
 * did. A reply that is sent to a channel which the harness does not serve is suppressed, not said where it must not be.
 */
export async function fireStop(
  session: Session,
  proposed: string,
): Promise<{ reply: string; channel: Channel; decision: HookDecisions["Stop"] | undefined }> {
  const { options, state } = session;
  const { channels } = options.harness.config;
  const { payload, ended } = await fireHooks(
    session,
    "Stop",
    {
      reply: proposed,
      channel: session.channel,
      comments: commentsOf(session),
      context: options.task.context,
      toolResults: [...state.evidence, ...toolResults(state.history, factless(session))],
      loadedSkills: state.loadedSkills,
      round: state.round,
      stopBlocks: state.stopBlocks,
    },
    {
      change: (current, decision) =>
        decision.decision === "replace"
          ? { ...current, reply: decision.reply, channel: decision.channel ?? current.channel }
          : null,
      closed: (reason) => ({ decision: "suppress", reason }),
    },
  );
  const { reply, channel } = payload;
  const unserved: HookDecisions["Stop"] = { decision: "suppress", reason: `the harness does not serve the ${channel} channel` };
  return { reply, channel, decision: ended?.decision ?? (channels.includes(channel) ? undefined : unserved) };
}

function sendBack({ state, recorder }: Session, reply: string, reason: string): void {
  state.history.push({ role: "assistant", content: reply, toolCalls: [] }, { role: "user", content: reason });
  recorder.record({ type: "retry", round: state.round, scope: "reply", reason });
}

/** What to ask of the policy where it replies without a Reply Skill; asked once a task, by the history. */
function missingSkillRequest({ options, compiled, state }: Session, exposed: readonly Tool[]): string | null {
  if (!options.harness.config.requireReplySkill || compiled.replySkills.length === 0) return null;
  if (compiled.replySkills.some((skill) => state.loadedSkills.includes(skill))) return null;
  const loader = exposed.find(({ binding }) => binding.kind === "builtin" && binding.function === "load_skill");
  if (!loader) return null;
  const request = `Before you reply, load the Reply Skill that fits with ${loader.name}: ${compiled.replySkills.join(", ")}. Then reply by its rules.`;
  return state.history.some((message) => message.role === "user" && message.content === request) ? null : request;
}
