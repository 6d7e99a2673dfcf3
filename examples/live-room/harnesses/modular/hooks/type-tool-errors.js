/** Turns a failed tool call into an observation that says what to do next. */
export const events = ["PostToolUse"];

const ADVICE = {
  timeout: "The service did not answer. Say that you cannot check it right now and give no figure.",
  unavailable: "This service has nothing prepared. Use another tool that holds the fact.",
  "permission-denied": "This service may not be asked for that. Say that you cannot check it and give no figure.",
  malformed: "The answer could not be read. Say that you cannot check it right now and give no figure.",
  "schema-drift": "This service has changed and cannot be asked now. Say that you cannot check it right now.",
  "not-found": "Nothing was found under this number. Say so and ask the viewer for the right one.",
};

export default function typeToolErrors(event) {
  const { outcome } = event;
  if (outcome.ok) return { decision: "allow" };
  const advice = ADVICE[outcome.error.type];
  if (!advice) return { decision: "allow" };
  return {
    decision: "change",
    outcome: {
      ok: false,
      error: { type: outcome.error.type, message: `${outcome.error.message.replace(/\.$/, "")}. ${advice}` },
    },
  };
}
