/** Sends back a reply in which the avatar passes itself off as a person, and one that leaves the question open. */
export const events = ["Stop"];

const HUMAN = /\bI(?:'| a)m (?:a )?(?:real|human)\b|\bnot (?:a robot|an AI)\b|我是真人|不是机器人/i;
const ASKED = /\bare you (?:a |an )?(?:real|human|person|robot|bot|ai)\b|\breal person\b|你是(?:真人|机器人|AI|人工智能)|真人吗/i;
const DISCLOSED = /\bAI\b|avatar|artificial|数字人|虚拟|人工智能/i;

export default function discloseIdentity(event) {
  if (HUMAN.test(event.reply)) {
    return { decision: "block", reason: "The reply claims to be a person. Say that you are an AI avatar of the shop." };
  }
  const asked = event.comments.some((comment) => ASKED.test(comment.text));
  if (asked && event.stopBlocks === 0 && !DISCLOSED.test(event.reply)) {
    return { decision: "block", reason: "A viewer asks whether you are a person. Say that you are an AI avatar of the shop." };
  }
  return { decision: "allow" };
}
