/** Ends repeated calls that cannot succeed: the same call again after a failure, and a tool that has failed twice. */
export const events = ["PreToolUse"];

const WORTH_REPEATING = ["timeout", "unavailable"];

export default function controlRetries(event) {
  const failed = event.earlier.filter((call) => call.tool === event.tool && call.error !== null);
  const same = failed.filter((call) => sameArguments(call.arguments, event.arguments));
  const repeatable = same.every((call) => WORTH_REPEATING.includes(call.error));
  if (same.length > 1 || (same.length === 1 && !repeatable)) {
    return {
      decision: "deny",
      reason: `${event.tool} failed with these arguments before. Answer without it, and give no figure.`,
    };
  }
  if (failed.length > 1) {
    return {
      decision: "deny",
      reason: `${event.tool} has failed ${failed.length} times. Answer without it, and give no figure.`,
    };
  }
  return { decision: "allow" };
}

function sameArguments(one, other) {
  const sorted = (value) => JSON.stringify(Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}
