/**
 * Answers one comment as plain ReAct does. Several comments go to a nested agent each, whose answers become one reply, so that
 * no intent is lost among the others. The outermost agent calls no tools: the tool results it sees are those answers.
 */
export default async function act(input, host) {
  const { comments } = input.task;
  if (input.depth > 0 || comments.length < 2) return react(host);
  const answers = input.view.filter((message) => message.role === "tool").map((message) => message.content);
  const next = comments[answers.length];
  if (next) return { delegate: { task: next.text } };
  // A reply that was sent back is mended by the policy, which sees the answers and what is wrong with them.
  return input.view.at(-1).role === "user" ? react(host) : { reply: answers.join(" ") };
}

async function react(host) {
  let answer = await host.callModel();
  // One more try where the model's service failed or the answer is empty; what fails again ends the task.
  if (!answer.ok || (answer.content === "" && answer.toolCalls.length === 0)) answer = await host.callModel();
  if (!answer.ok) throw new Error(`${answer.error.type}: ${answer.error.message}`);
  if (answer.toolCalls.length === 0) return { reply: answer.content };
  return {
    content: answer.content,
    toolCalls: answer.toolCalls.map((call) => ({ name: call.name, arguments: parsed(call.arguments) })),
  };
}

/** Arguments that are no JSON object reach the tool's check as an empty one. */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
