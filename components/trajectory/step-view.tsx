import { formatCount } from "@/components/ui/format";
import type { IconName } from "@/components/ui/icon";
import type { JsonValue } from "@/lib/contracts/ids";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { durationText } from "./duration-text";
import { JsonText } from "./json-text";
import { PromptAsSent } from "./prompt-as-sent";
import classes from "./trajectory.module.css";

type Of<Type extends Step["type"]> = Extract<Step, { type: Type }>;

/** What the views of all steps need to know of the trajectory around them. */
export interface StepContext {
  trajectory: Trajectory;
  /** Address of a file of the version that ran. */
  fileHref: (path: string) => string;
}

/** Icon and tone by what a step came to. */
export function stepLook(step: Step): { icon: IconName; tone: "plain" | "good" | "warn" | "bad" } {
  switch (step.type) {
    case "boundary":
      return { icon: "dot", tone: "plain" };
    case "hook":
      return { icon: "edit", tone: step.decision === "allow" ? "plain" : step.decision === "error" ? "bad" : "warn" };
    case "model-call":
      return step.outcome.ok ? { icon: "arrowRight", tone: "plain" } : { icon: "error", tone: "bad" };
    case "skill-load":
      return step.found ? { icon: "file", tone: "good" } : { icon: "error", tone: "bad" };
    case "tool-call":
      return step.outcome.ok ? { icon: "search", tone: "plain" } : { icon: "error", tone: "bad" };
    case "retry":
      return { icon: "rollback", tone: "warn" };
    case "reply":
      return step.suppressed ? { icon: "close", tone: "warn" } : { icon: "check", tone: "good" };
  }
}

function HookStep({ step, fileHref }: { step: Of<"hook">; fileHref: StepContext["fileHref"] }) {
  return (
    <>
      <div className={classes.line}>
        <strong>
          Hook <a href={fileHref(`hooks/${step.hook}.js`)}>{step.hook}</a>
        </strong>
        <span className={classes.faint}>{step.event}</span>
        <span className={step.decision === "allow" ? classes.faint : step.decision === "error" ? classes.bad : classes.warn}>
          {step.decision}
        </span>
        <span className={classes.faint}>{durationText(step.durationMs)}</span>
      </div>
      {step.reason ? <p className={classes.reason}>{step.reason}</p> : null}
    </>
  );
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

function ModelCallStep({ step, fileHref }: { step: Of<"model-call">; fileHref: StepContext["fileHref"] }) {
  const { outcome } = step;
  return (
    <>
      <div className={classes.line}>
        <strong>Model call{step.attempt > 1 ? `, attempt ${step.attempt}` : ""}</strong>
        <span className={classes.faint}>
          {durationText(outcome.durationMs)}
          {outcome.ok && outcome.ttftMs !== null ? `, first token ${durationText(outcome.ttftMs)}` : ""}
          {outcome.ok
            ? `, ${formatCount(outcome.usage.promptTokens)} + ${formatCount(outcome.usage.completionTokens)} tokens, ${outcome.finishReason}`
            : ""}
        </span>
      </div>
      {outcome.ok ? (
        <>
          {outcome.reasoning ? <JsonText label="Reasoning" value={outcome.reasoning} /> : null}
          {outcome.content !== "" ? <p className={classes.text}>{outcome.content}</p> : null}
          {outcome.toolCalls.map((call) => (
            <JsonText key={call.id} label={`asks for ${call.name}`} value={parsed(call.arguments)} />
          ))}
        </>
      ) : (
        <p className={classes.bad}>
          {outcome.error.type}
          {outcome.error.status ? ` (${outcome.error.status})` : ""}: {outcome.error.message}
        </p>
      )}
      <PromptAsSent call={step} fileHref={fileHref} />
    </>
  );
}

function SkillStep({ step, context }: { step: Of<"skill-load">; context: StepContext }) {
  const body = context.trajectory.history.find((message) => message.role === "tool" && message.toolCallId === step.callId);
  return (
    <>
      <div className={classes.line}>
        <strong>
          {step.found ? "Skill loaded" : "Skill not found"}{" "}
          {step.found ? <a href={context.fileHref(`skills/${step.skill}/SKILL.md`)}>{step.skill}</a> : step.skill}
        </strong>
        {step.kind ? <span className={classes.faint}>{step.kind}</span> : null}
      </div>
      {body ? (
        <details className={classes.details}>
          <summary>{step.found ? "Body" : "Answer"}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre className={classes.pre} tabIndex={0}>
            {body.content}
          </pre>
        </details>
      ) : null}
    </>
  );
}

function ToolStep({ step, fileHref }: { step: Of<"tool-call">; fileHref: StepContext["fileHref"] }) {
  return (
    <>
      <div className={classes.line}>
        <strong>
          Tool <a href={fileHref(`tools/${step.tool}.json`)}>{step.tool}</a>
        </strong>
        <span className={classes.faint}>{durationText(step.durationMs)}</span>
        {step.outcome.ok ? null : <span className={classes.bad}>{step.outcome.error.type}</span>}
      </div>
      <JsonText label="Arguments" value={step.arguments} open />
      {step.outcome.ok ? (
        <JsonText label="Result" value={step.outcome.result} open />
      ) : (
        <p className={classes.bad}>{step.outcome.error.message}</p>
      )}
    </>
  );
}

/** What one step did, with its details folded. */
export function StepBody({ step, context }: { step: Step; context: StepContext }) {
  switch (step.type) {
    case "boundary":
      return null;
    case "hook":
      return <HookStep step={step} fileHref={context.fileHref} />;
    case "model-call":
      return <ModelCallStep step={step} fileHref={context.fileHref} />;
    case "skill-load":
      return <SkillStep step={step} context={context} />;
    case "tool-call":
      return <ToolStep step={step} fileHref={context.fileHref} />;
    case "retry":
      return (
        <>
          <div className={classes.line}>
            <strong>{step.scope === "call" ? "Call tried again" : "Reply sent back"}</strong>
          </div>
          <p className={classes.reason}>{step.reason}</p>
        </>
      );
    case "reply":
      return (
        <>
          <div className={classes.line}>
            <strong>{step.suppressed ? "Reply suppressed" : "Reply"}</strong>
            <span className={classes.faint}>{step.channel}</span>
          </div>
          {step.content === "" ? (
            <p className={classes.faint}>Nothing was said.</p>
          ) : (
            <p className={classes.said}>{step.content}</p>
          )}
        </>
      );
  }
}
