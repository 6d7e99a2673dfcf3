import { toolPath } from "@/lib/client/tool-path";
import type { Step, ToolOutcome } from "@/lib/contracts/trajectory";
import { durationText } from "./duration-text";
import { JsonText } from "./json-text";
import { ModelCallStep } from "./model-call-step";
import { FallbackStep, FrameStep, ModuleStep } from "./runtime-steps";
import { Said } from "./said";
import type { Beside, StepContext } from "./step-look";
import classes from "./trajectory.module.css";

type Of<Type extends Step["type"]> = Extract<Step, { type: Type }>;

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

function Outcome({ label, outcome }: { label: string; outcome: ToolOutcome }) {
  if (outcome.ok) return <JsonText label={label} value={outcome.result} open />;
  return (
    <p className={classes.bad}>
      {label === "Result" ? "" : `${label}: ${outcome.error.type}, `}
      {outcome.error.message}
    </p>
  );
}

function ToolStep({ step, fileHref }: { step: Of<"tool-call">; fileHref: StepContext["fileHref"] }) {
  const path = toolPath(step.tool);
  return (
    <>
      <div className={classes.line}>
        <strong>Tool {path === null ? step.tool : <a href={fileHref(path)}>{step.tool}</a>}</strong>
        <span className={classes.faint}>
          {durationText(step.durationMs)}
          {step.module ? `, called by the ${step.module} module` : ""}
        </span>
        {step.executed === false ? <span className={classes.warn}>did not reach the tool</span> : null}
        {step.outcome.ok ? null : <span className={classes.bad}>{step.outcome.error.type}</span>}
      </div>
      <JsonText label="Arguments" value={step.arguments} open />
      {step.raw ? <Outcome label="Returned by the tool" outcome={step.raw} /> : null}
      <Outcome label={step.raw ? "As a Hook rewrote it" : "Result"} outcome={step.outcome} />
    </>
  );
}

function ReplyStep({ step, beside }: { step: Of<"reply">; beside?: Beside | undefined }) {
  return (
    <>
      <div className={classes.line}>
        <strong>{step.suppressed ? "Reply suppressed" : "Reply"}</strong>
        <span className={classes.faint}>{step.channel}</span>
      </div>
      {step.content === "" ? (
        <p className={classes.faint}>Nothing was said.</p>
      ) : (
        <p className={classes.said}>
          <Said text={step.content} other={beside?.step.type === "reply" ? beside.step.content : null} side={beside?.side} />
        </p>
      )}
    </>
  );
}

interface StepBodyProps {
  step: Step;
  context: StepContext;
  beside?: Beside | undefined;
}

/** What one step did, with its details folded; words that differ from the step beside it are marked. */
export function StepBody({ step, context, beside }: StepBodyProps) {
  switch (step.type) {
    case "boundary":
      return null;
    case "hook":
      return <HookStep step={step} fileHref={context.fileHref} />;
    case "model-call":
      return <ModelCallStep step={step} context={context} beside={beside} />;
    case "skill-load":
      return <SkillStep step={step} context={context} />;
    case "tool-call":
      return <ToolStep step={step} fileHref={context.fileHref} />;
    case "fallback":
      return <FallbackStep step={step} />;
    case "module":
      return <ModuleStep step={step} fileHref={context.fileHref} />;
    case "frame":
      return <FrameStep step={step} />;
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
      return <ReplyStep step={step} beside={beside} />;
  }
}
