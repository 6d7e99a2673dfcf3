import Link from "next/link";
import { formatCount, plural } from "@/components/ui/format";
import type { Message } from "@/lib/contracts/model";
import type { Step } from "@/lib/contracts/trajectory";
import classes from "./trajectory.module.css";

type ModelCall = Extract<Step, { type: "model-call" }>;

interface Part {
  key: string;
  title: string;
  /** File of the bundle it came from. */
  path: string | null;
  tokens: number | null;
  text: string;
}

const roles: Record<Message["role"], string> = { system: "system", user: "user", assistant: "policy", tool: "tool result" };

/** The system message cut into the blocks it came from; text between blocks that came from no file is kept as its own part. */
export function promptParts(call: ModelCall): Part[] {
  const system = call.messages.find((message) => message.role === "system")?.content ?? "";
  const parts: Part[] = [];
  let at = 0;
  for (const span of [...call.prompt].sort((a, b) => a.start - b.start)) {
    const between = system.slice(at, span.start);
    if (between.trim() !== "") parts.push({ key: `${at}`, title: "added by a Hook", path: null, tokens: null, text: between });
    parts.push({
      key: `${span.start}-${span.path}`,
      title: span.name,
      path: span.path,
      tokens: span.tokens,
      text: system.slice(span.start, span.end),
    });
    at = Math.max(at, span.end);
  }
  const rest = system.slice(at);
  if (rest.trim() !== "")
    parts.push({ key: `${at}`, title: parts.length === 0 ? "system" : "added by a Hook", path: null, tokens: null, text: rest });
  return parts;
}

function said(message: Message): string {
  if (message.role !== "assistant" || message.toolCalls.length === 0) return message.content;
  const calls = message.toolCalls.map((call) => `${call.name}(${call.arguments})`).join("\n");
  return message.content === "" ? calls : `${message.content}\n${calls}`;
}

function Block({ title, facts, text, href }: { title: string; facts: string; text: string; href: string | null }) {
  return (
    <div className={classes.block}>
      <div className={classes.blockHead}>
        {href === null ? <strong>{title}</strong> : <Link href={href}>{title}</Link>}
        <span>{facts}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes.pre} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}

/** Everything a model call was sent: system prompt by block with the file behind each, the messages after it, the tools. */
export function PromptAsSent({ call, fileHref }: { call: ModelCall; fileHref: (path: string) => string }) {
  const parts = promptParts(call);
  const tokens = call.prompt.reduce((sum, span) => sum + span.tokens, 0);
  const others = call.messages.filter((message) => message.role !== "system");
  return (
    <details className={classes.details}>
      <summary>
        Prompt as sent: {plural(parts.length, "block")}, {formatCount(tokens)} tokens, {plural(others.length, "message")},{" "}
        {plural(call.tools.length, "tool")}
      </summary>
      {parts.map((part) => (
        <Block
          key={part.key}
          title={part.path ?? part.title}
          facts={part.tokens === null ? part.title : `${part.title}, ${formatCount(part.tokens)} tokens`}
          text={part.text}
          href={part.path === null ? null : fileHref(part.path)}
        />
      ))}
      {others.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call never change
        <Block key={index} title={roles[message.role]} facts={`message ${index + 1}`} text={said(message)} href={null} />
      ))}
      <p className={classes.faint}>Tools: {call.tools.length === 0 ? "none" : call.tools.join(", ")}</p>
    </details>
  );
}
