/** Sends back a reply in which the avatar passes itself off as a person. */
export const events = ["Stop"];

const HUMAN = /\bI(?:'| a)m (?:a )?(?:real|human)\b|\bnot (?:a robot|an AI)\b|我是真人|不是机器人/i;

export default function discloseIdentity(event) {
  if (!HUMAN.test(event.reply)) return { decision: "allow" };
  return { decision: "block", reason: "The reply claims to be a person. Say that you are an AI avatar of the shop." };
}
