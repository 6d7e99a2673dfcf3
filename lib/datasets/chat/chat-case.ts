import type { DialogueTurn } from "@/lib/contracts/case";
import { contentId, guessLanguage } from "../content-id";
import { DEFAULT_CHECKS } from "../default-checks";
import { type ChatRecord, messageText } from "./chat-record";
import { recordedCalls } from "./recorded-calls";

/** Labels of a conversation that are parts of a case; the others go into `context.metadata`. */
const GROUP_LABELS = ["group", "session_id", "conversation_id", "room"];

/**
 * The case of a logged conversation, not yet validated: the last message of the user is the comment, the turns before it the
 * dialogue, the system text context, what the tools returned recorded returns, and the reply that followed the reference.
 */
export function chatCase(
  { id, messages, metadata }: ChatRecord,
  taken: (id: string) => boolean,
): { ok: true; value: unknown } | { ok: false; message: string } {
  const texts = messages.map(messageText);
  const picture = texts.findIndex((text, index) => text === null && messages[index]?.role !== "tool");
  if (picture !== -1) return { ok: false, message: `messages[${picture}] has parts that are no text; a case holds text` };
  const last = messages.findLastIndex((message, index) => message.role === "user" && texts[index] !== "");
  const comment = texts[last];
  if (comment === undefined || comment === null) return { ok: false, message: "there is no message of the user" };
  const dialogue: DialogueTurn[] = [];
  const system: string[] = [];
  let reference: string | undefined;
  for (const [index, { role }] of messages.entries()) {
    const text = texts[index];
    if (!text) continue;
    if (role === "system" || role === "developer") system.push(text);
    else if (index < last && role === "user") dialogue.push({ role: "viewer", content: text });
    else if (index < last && role === "assistant") dialogue.push({ role: "host", content: text });
    else if (index > last && role === "assistant") reference = text;
  }
  const label = (name: string) => {
    const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  const group = GROUP_LABELS.map(label).find((value) => value !== undefined);
  const known = new Set(["id", "category", "language", "priority", ...GROUP_LABELS]);
  const others = Object.fromEntries(Object.entries(metadata).filter(([name]) => !known.has(name)));
  const priority = label("priority");
  const value = {
    id: id ?? label("id") ?? contentId([comment, dialogue], taken),
    category: label("category") ?? "uncategorised",
    input: { comments: [{ text: comment }] },
    context: {
      ...(system.length > 0 && { system: system.join("\n\n") }),
      ...(Object.keys(others).length > 0 && { metadata: others }),
    },
    dialogue,
    fixtures: recordedCalls(messages),
    checks: DEFAULT_CHECKS,
    language: label("language") ?? guessLanguage(comment),
    ...(priority !== undefined && { priority }),
    ...(reference !== undefined && { reference }),
    ...(group !== undefined && { group }),
  };
  return { ok: true, value };
}
