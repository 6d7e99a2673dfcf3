import type { HookEvent, ModuleSlot } from "@/lib/contracts/harness";

const hook = (event: HookEvent, purpose: string, body: string) =>
  `/** ${purpose} */\nexport const events = ["${event}"];\n\nexport default function (event) {\n${body}  return { decision: "allow" };\n}\n`;

/** What a new Hook begins with, by event: a rule to be written over, and what the event lets a Hook decide. */
export const hookTemplates: Readonly<Record<HookEvent, string>> = {
  UserPromptSubmit: hook(
    "UserPromptSubmit",
    "Runs before the policy sees the comments; may deny the request or change its comments.",
    `  const comments = event.comments.filter((comment) => comment.text.trim() !== "");
  if (comments.length === 0) return { decision: "deny", reason: "There is nothing to answer." };
  if (comments.length < event.comments.length) return { decision: "change", comments };
`,
  ),
  PreModelCall: hook(
    "PreModelCall",
    "Runs before each call of the policy; may change the messages that are sent.",
    `  if (event.round > 3) {
    const reminder = { role: "user", content: "Answer now with what you know." };
    return { decision: "change", messages: [...event.messages, reminder] };
  }
`,
  ),
  PreToolUse: hook(
    "PreToolUse",
    "Runs before each tool call; may deny it or change its arguments.",
    `  if (event.earlier.some((call) => call.tool === event.tool && call.error !== null)) {
    return { decision: "deny", reason: \`\${event.tool} failed before. Answer without it.\` };
  }
`,
  ),
  PostToolUse: hook(
    "PostToolUse",
    "Runs after each tool call; may change what the policy reads of it.",
    `  const { outcome } = event;
  if (!outcome.ok) {
    const message = \`\${outcome.error.message}. Say that you cannot check it right now.\`;
    return { decision: "change", outcome: { ok: false, error: { type: outcome.error.type, message } } };
  }
`,
  ),
  Stop: hook(
    "Stop",
    "Runs when the policy proposes a reply; may block it, replace it or suppress it.",
    `  if (event.reply.trim() === "") {
    return { decision: "block", reason: "The reply is empty. Answer the viewer." };
  }
`,
  ),
};

const custom = (purpose: string, body: string) => `/** ${purpose} */\nexport default async function (input, host) {\n${body}}\n`;

/** What a new module begins with, by slot; it does what the slot does without it. */
export const moduleTemplates: Readonly<Record<ModuleSlot, string>> = {
  memory: custom("Chooses what the policy sees of the history. Here: all of it.", "  return { messages: input.history };\n"),
  planning: custom("Says what the policy should do next; an empty text says nothing.", '  return { directive: "" };\n'),
  orchestration: custom(
    "Chooses the tools and Skills that are exposed in this round. Here: all of them.",
    "  const tools = input.registry.tools.map((tool) => tool.name);\n  return { tools, skills: input.registry.skills };\n",
  ),
  action: custom(
    "Takes one step: a reply, tool calls, or a task for a nested agent. Here: what the policy says.",
    `  const answer = await host.callModel();
  if (!answer.ok) throw new Error(answer.error.message);
  if (answer.toolCalls.length === 0) return { reply: answer.content };
  const toolCalls = answer.toolCalls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments || "{}") }));
  return { content: answer.content, toolCalls };
`,
  ),
};
