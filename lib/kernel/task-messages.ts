import type { Comment, DialogueTurn } from "@/lib/contracts/case";
import type { Message } from "@/lib/contracts/model";

/** The conversation that the history continues: the dialogue so far, then the viewers' comments as one message. */
export function taskMessages(dialogue: readonly DialogueTurn[], comments: readonly Comment[]): Message[] {
  const turns = dialogue.map(
    ({ role, content }): Message =>
      role === "viewer" ? { role: "user", content } : { role: "assistant", content, toolCalls: [] },
  );
  const [only, ...others] = comments;
  const content =
    only !== undefined && others.length === 0
      ? only.text
      : comments.map((comment, index) => `${index + 1}. ${comment.text}`).join("\n");
  return [...turns, { role: "user", content }];
}
