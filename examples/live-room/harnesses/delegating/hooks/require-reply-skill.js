/** A substantive reply needs a loaded Skill; asks for one once, then lets the reply pass so that the room is not left waiting. */
export const events = ["Stop"];

export default function requireReplySkill(event) {
  if (event.loadedSkills.length > 0 || event.stopBlocks > 0) return { decision: "allow" };
  return { decision: "block", reason: "Load a Reply Skill that fits the comment, then answer again." };
}
