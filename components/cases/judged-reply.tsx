import type { Judged } from "@/lib/contracts/case";
import classes from "./cases.module.css";

/** The reply that a judge is given to grade, with what had been looked up for it. */
export function JudgedReply({ judged }: { judged: Judged }) {
  const { reply, toolCalls } = judged;
  return (
    <>
      <h2 className={classes.gap}>Reply to grade</h2>
      <p>{reply.trim() === "" ? <span className={classes.faint}>The host stayed silent.</span> : reply}</p>
      {toolCalls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the look-ups of a labelled reply never change.
        <details key={index} className={classes.fixture}>
          <summary>
            <code>{call.tool}</code>{" "}
            <span className={classes.faint}>
              {JSON.stringify(call.arguments)}
              {call.error === undefined ? "" : `, failed: ${call.error}`}
            </span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre className={classes.json} tabIndex={0}>
            {JSON.stringify(call.result ?? null, null, 1)}
          </pre>
        </details>
      ))}
    </>
  );
}
