import Link from "next/link";
import { formatCount, plural } from "@/components/ui/format";
import { type MessageOrigin, messageOrigins } from "@/lib/client/message-origins";
import { toolPath } from "@/lib/client/tool-path";
import type { Message } from "@/lib/contracts/model";
import type { Step } from "@/lib/contracts/trajectory";
import type { StepContext } from "./step-look";
import classes from "./trajectory.module.css";

type ModelCall = Extract<Step, { type: "model-call" }>;

const roles: Record<Message["role"], string> = { system: "system", user: "user", assistant: "policy", tool: "tool result" };

interface PartHeadProps {
  part: MessageOrigin;
  fileHref: StepContext["fileHref"];
  /** Said after the facts. */
  children?: React.ReactNode;
}

/** Where a part of a prompt came from: its file where it has one, what it is, its role, its size. */
export function PartHead({ part, fileHref, children }: PartHeadProps) {
  const size = part.tokens === null ? plural(part.text.length, "character") : `${formatCount(part.tokens)} tokens`;
  return (
    <div className={classes.blockHead}>
      {part.path === null ? <strong>{part.title}</strong> : <Link href={fileHref(part.path)}>{part.path}</Link>}
      <span>
        {part.path === null ? "" : `${part.title}, `}
        {roles[part.role]} message {part.message + 1}, {size}
        {part.note === null ? "" : `, ${part.note}`}
      </span>
      {children}
    </div>
  );
}

function ToolName({ tool, fileHref }: { tool: string; fileHref: StepContext["fileHref"] }) {
  const path = toolPath(tool);
  return path === null ? tool : <Link href={fileHref(path)}>{tool}</Link>;
}

/** Everything that a model call was sent, each part with where it came from, and the tools that were offered. */
export function PromptAsSent({ call, context }: { call: ModelCall; context: StepContext }) {
  const parts = messageOrigins(context.trajectory, call);
  const blocks = parts.filter((part) => part.kind === "block");
  const skills = parts.filter((part) => part.kind === "skill" && part.path !== null);
  const tokens = call.prompt.reduce((sum, span) => sum + span.tokens, 0);
  return (
    <details className={classes.details}>
      <summary>
        Prompt as sent: {plural(blocks.length, "block")}, {formatCount(tokens)} tokens,{" "}
        {skills.length > 0 ? `${plural(skills.length, "Skill")}, ` : ""}
        {plural(call.messages.filter((message) => message.role !== "system").length, "message")},{" "}
        {plural(call.tools.length, "tool")}
      </summary>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call never change
        <div key={index} className={classes.block}>
          <PartHead part={part} fileHref={context.fileHref} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre className={classes.pre} tabIndex={0}>
            {part.text}
          </pre>
        </div>
      ))}
      <p className={classes.faint}>
        Tools:{" "}
        {call.tools.length === 0
          ? "none"
          : call.tools.map((tool, index) => (
              <span key={tool}>
                {index > 0 ? ", " : ""}
                <ToolName tool={tool} fileHref={context.fileHref} />
              </span>
            ))}
      </p>
    </details>
  );
}
