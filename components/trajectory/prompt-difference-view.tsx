import { plural } from "@/components/ui/format";
import { messageOrigins } from "@/lib/client/message-origins";
import type { Step } from "@/lib/contracts/trajectory";
import { DiffText } from "./diff-text";
import { PartHead } from "./prompt-as-sent";
import { type PartPair, promptDifference } from "./prompt-difference";
import type { StepContext } from "./step-look";
import classes from "./trajectory.module.css";

type ModelCall = Extract<Step, { type: "model-call" }>;

interface Side {
  call: ModelCall;
  context: StepContext;
}

function Pair({ pair, base, head }: { pair: PartPair; base: Side; head: Side }) {
  const part = pair.head ?? pair.base;
  if (!part) return null;
  const { fileHref } = (pair.head ? head : base).context;
  const change = pair.base === null ? "only after" : pair.head === null ? "only before" : "changed";
  return (
    <div className={classes.block}>
      <PartHead part={part} fileHref={fileHref}>
        <span className={classes.warn}>{change}</span>
      </PartHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes.pre} tabIndex={0}>
        {pair.base && pair.head ? <DiffText base={pair.base.text} head={pair.head.text} /> : part.text}
      </pre>
    </div>
  );
}

/** The parts of two prompts that differ, with the words marked. Nothing where the prompts are the same. */
export function PromptDifference({ base, head }: { base: Side; head: Side }) {
  const pairs = promptDifference(
    messageOrigins(base.context.trajectory, base.call),
    messageOrigins(head.context.trajectory, head.call),
  );
  if (pairs.length === 0) return <p className={classes.faint}>Both were sent the same prompt.</p>;
  return (
    <details className={classes.details}>
      <summary>Difference of the prompts: {plural(pairs.length, "part")}</summary>
      {pairs.map((pair) => (
        <Pair key={pair.key} pair={pair} base={base} head={head} />
      ))}
    </details>
  );
}
