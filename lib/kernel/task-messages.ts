import type { Comment, DialogueTurn } from "@/lib/contracts/case";
import type { HarnessConfig } from "@/lib/contracts/harness";
import type { Message } from "@/lib/contracts/model";
import { relatedComments } from "./related-comments";

/**
 * The conversation that the history continues: the dialogue so far, then what is to be answered. `multi`: all comments as
 * one message, related ones as one item. `single`: the last comment; those before it are part of the dialogue.
 */
export function taskMessages(
  mode: HarnessConfig["comments"],
  dialogue: readonly DialogueTurn[],
  comments: readonly Comment[],
): Message[] {
  const turns = dialogue.map(
    ({ role, content }): Message =>
      role === "viewer" ? { role: "user", content } : { role: "assistant", content, toolCalls: [] },
  );
  if (mode === "single") return [...turns, ...comments.map(({ text }): Message => ({ role: "user", content: text }))];
  const items = relatedComments(comments);
  const [only, ...others] = items;
  const said = ({ text, count }: (typeof items)[number]) => (count === 1 ? text : `${text} (asked by ${count} viewers)`);
  const content =
    only !== undefined && others.length === 0 ? said(only) : items.map((item, index) => `${index + 1}. ${said(item)}`).join("\n");
  return [...turns, { role: "user", content }];
}
