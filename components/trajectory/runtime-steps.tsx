import { plural } from "@/components/ui/format";
import type { Step } from "@/lib/contracts/trajectory";
import { durationText } from "./duration-text";
import { JsonText } from "./json-text";
import { stepName } from "./step-facts";
import type { StepContext } from "./step-look";
import classes from "./trajectory.module.css";

type Of<Type extends Step["type"]> = Extract<Step, { type: Type }>;

/** The compact route was taken: why, where to, and whether it helped. */
export function FallbackStep({ step }: { step: Of<"fallback"> }) {
  return (
    <>
      <div className={classes.line}>
        <strong>{step.scope === "call" ? "Fallback of the call" : "Recovery of the trajectory"}</strong>
        <span className={classes.faint}>
          {step.route.prompt} prompt to {step.route.model} at {step.route.endpoint}
        </span>
        <span className={step.recovered ? classes.warn : classes.bad}>
          {step.recovered ? "brought an answer" : "brought no answer"}
        </span>
      </div>
      <p className={classes.reason}>{step.reason}</p>
    </>
  );
}

/** A custom module ran: how long, with how many calls to the kernel, and what it noted. */
export function ModuleStep({ step, fileHref }: { step: Of<"module">; fileHref: StepContext["fileHref"] }) {
  return (
    <>
      <div className={classes.line}>
        <strong>
          Module <a href={fileHref(`modules/${step.slot}.js`)}>{step.slot}</a>
        </strong>
        <span className={classes.faint}>
          {durationText(step.durationMs)}
          {step.calls > 0 ? `, ${plural(step.calls, "call")} to the kernel` : ""}
        </span>
        {step.error ? <span className={classes.bad}>{step.error.type}</span> : null}
      </div>
      {step.error ? <p className={classes.bad}>{step.error.message}</p> : null}
      {step.notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a step never change
        <JsonText key={index} label="Note" value={note} />
      ))}
    </>
  );
}

/** A nested agent took its task, or gave its answer. */
export function FrameStep({ step }: { step: Of<"frame"> }) {
  return (
    <>
      <div className={classes.line}>
        <strong>{stepName(step)}</strong>
        <span className={classes.faint}>{step.action === "began" ? "its task" : "its answer"}</span>
      </div>
      <p className={classes.text}>{step.text}</p>
    </>
  );
}
