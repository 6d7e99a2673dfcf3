import { formatCount } from "@/components/ui/format";
import type { Step } from "@/lib/contracts/trajectory";
import { durationText } from "./duration-text";
import { JsonText } from "./json-text";
import { parsedJson } from "./parsed-json";
import { PromptAsSent } from "./prompt-as-sent";
import { Said } from "./said";
import { stepName } from "./step-facts";
import type { Beside, StepContext } from "./step-look";
import classes from "./trajectory.module.css";

type ModelCall = Extract<Step, { type: "model-call" }>;

interface ModelCallStepProps {
  step: ModelCall;
  context: StepContext;
  beside?: Beside | undefined;
}

/** What a policy was asked and what it answered. */
export function ModelCallStep({ step, context, beside }: ModelCallStepProps) {
  const { outcome, route } = step;
  const other = beside?.step.type === "model-call" && beside.step.outcome.ok ? beside.step.outcome.content : null;
  return (
    <>
      <div className={classes.line}>
        <strong>{stepName(step)}</strong>
        <span className={classes.faint}>
          {durationText(outcome.durationMs)}
          {outcome.ok && outcome.ttftMs !== null ? `, first token ${durationText(outcome.ttftMs)}` : ""}
          {outcome.ok
            ? `, ${formatCount(outcome.usage.promptTokens)} + ${formatCount(outcome.usage.completionTokens)} tokens, ${outcome.finishReason}`
            : ""}
        </span>
        {route ? (
          <span className={classes.warn}>
            {route.prompt} prompt to {route.model} at {route.endpoint}
          </span>
        ) : null}
      </div>
      {outcome.ok ? (
        <>
          {outcome.reasoning ? <JsonText label="Reasoning" value={outcome.reasoning} /> : null}
          {outcome.content !== "" ? (
            <p className={classes.text}>
              <Said text={outcome.content} other={other} side={beside?.side} />
            </p>
          ) : null}
          {outcome.toolCalls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids of the wire may repeat, and the calls never change
            <JsonText key={index} label={`asks for ${call.name}`} value={parsedJson(call.arguments)} />
          ))}
        </>
      ) : (
        <p className={classes.bad}>
          {outcome.error.type}
          {outcome.error.status ? ` (${outcome.error.status})` : ""}: {outcome.error.message}
        </p>
      )}
      <PromptAsSent call={step} context={context} />
    </>
  );
}
