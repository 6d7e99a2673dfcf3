/** Refuses a tool call whose link or order number cannot be right, before it is sent. */
export const events = ["PreToolUse"];

export default function checkToolParameters(event) {
  const given = event.arguments ?? {};
  for (const name of ["link_id", "link_id_a", "link_id_b"]) {
    if (!(name in given)) continue;
    const value = Number(given[name]);
    if (!Number.isInteger(value) || value < 1) {
      return { decision: "deny", reason: `${name} must be the number of a link in the room, for example 3.` };
    }
  }
  if ("order_number" in given && !/^[0-9]{6,}$/.test(String(given.order_number))) {
    return {
      decision: "deny",
      reason: "order_number must be the viewer's own order number; ask the viewer for the order number.",
    };
  }
  return { decision: "allow" };
}
