/** Keeps replies speakable: no Markdown, no emoji, not too long. What stands between digits is read out, never dropped. */
export const events = ["Stop"];

const LIMIT = 420;

export default function replyFormat(event) {
  const spoken = event.reply
    .replace(/(?<=\d)\s*\*\s*(?=\d)/g, " × ")
    .replace(/(?<=\d)[_#`]+(?=\d)/g, " ")
    .replace(/[*_#`]+/g, "")
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  if (spoken.length > LIMIT) {
    return { decision: "block", reason: `The reply has ${spoken.length} characters. Keep it within ${LIMIT} characters.` };
  }
  return spoken === event.reply ? { decision: "allow" } : { decision: "replace", reply: spoken };
}
