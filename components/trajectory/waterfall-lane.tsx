import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { durationText } from "./duration-text";
import { stepName, stepTokens, stepTrouble } from "./step-facts";
import { stepLook } from "./step-look";
import classes from "./waterfall.module.css";
import type { Lane } from "./waterfall-model";

const percent = (ms: number, scaleMs: number): string => `${((100 * ms) / scaleMs).toFixed(3)}%`;

function tokensText({ step }: Lane): string {
  if (step.type !== "model-call" || !step.outcome.ok || stepTokens(step) === null) return "";
  const { promptTokens, completionTokens } = step.outcome.usage;
  return `${formatCount(promptTokens)} + ${formatCount(completionTokens)}`;
}

/** Everything about a lane in one sentence: its accessible name, and what hover and focus show. */
export function laneText(lane: Lane): string {
  const { step, startMs, endMs, firstTokenMs, waitFromMs, moment } = lane;
  const trouble = stepTrouble(step);
  const tokens = tokensText(lane);
  return [
    stepName(step),
    ...(step.type === "hook" ? [step.event] : []),
    ...(trouble === "" ? [] : [trouble]),
    moment
      ? `at ${durationText(endMs)}`
      : `${durationText(endMs - startMs)}, from ${durationText(startMs)} to ${durationText(endMs)}`,
    ...(waitFromMs === null ? [] : [`waited ${durationText(startMs - waitFromMs)} for its sandbox`]),
    ...(firstTokenMs === null ? [] : [`first token after ${durationText(firstTokenMs - startMs)}`]),
    ...(tokens === "" ? [] : [`${tokens} tokens`]),
    ...("reason" in step && step.reason ? [step.reason] : []),
  ].join(", ");
}

/** The bar or mark of a lane on an axis of `scaleMs` milliseconds. */
function Bar({ lane, scaleMs }: { lane: Lane; scaleMs: number }) {
  const { step, startMs, endMs, firstTokenMs, waitFromMs, moment } = lane;
  const { tone } = stepLook(step);
  if (moment) {
    return <span className={classes.moment} data-tone={tone} style={{ left: percent(endMs, scaleMs) }} />;
  }
  const place = (from: number, to: number) => ({ left: percent(from, scaleMs), width: percent(to - from, scaleMs) });
  return (
    <>
      {waitFromMs === null ? null : <span className={classes.wait} style={place(waitFromMs, startMs)} />}
      <span className={classes.bar} data-type={step.type} data-tone={tone} style={place(startMs, endMs)}>
        {firstTokenMs !== null && endMs > startMs ? (
          <span className={classes.firstToken} style={{ left: percent(firstTokenMs - startMs, endMs - startMs) }} />
        ) : null}
      </span>
    </>
  );
}

interface WaterfallLaneProps {
  lane: Lane;
  scaleMs: number;
  selected: boolean;
  /** The one lane that Tab reaches. */
  reachable: boolean;
  onSelect: () => void;
  onLook: () => void;
}

/** One step: what it is, its bar on the time axis, how long it took and what it cost. */
export function WaterfallLane({ lane, scaleMs, selected, reachable, onSelect, onLook }: WaterfallLaneProps) {
  const { icon, tone } = stepLook(lane.step);
  const trouble = stepTrouble(lane.step);
  return (
    <button
      type="button"
      className={classes.lane}
      data-lane={lane.index}
      aria-expanded={selected}
      aria-label={laneText(lane)}
      tabIndex={reachable ? 0 : -1}
      onClick={onSelect}
      onFocus={onLook}
      onMouseEnter={onLook}
    >
      <span className={classes.name} style={{ paddingLeft: Math.min(lane.step.depth ?? 0, 4) * 12 }}>
        <span className={classes.icon} data-tone={tone}>
          <Icon name={icon} size={12} />
        </span>
        <span className={classes.nameText}>
          {stepName(lane.step)}
          {trouble === "" ? null : <span className={classes.trouble}> {trouble}</span>}
        </span>
      </span>
      <span className={classes.track}>
        <Bar lane={lane} scaleMs={scaleMs} />
      </span>
      <span className={classes.figure}>{lane.moment ? "" : durationText(lane.endMs - lane.startMs)}</span>
      <span className={classes.figure}>{tokensText(lane)}</span>
    </button>
  );
}
