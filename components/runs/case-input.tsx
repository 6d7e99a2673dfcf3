import { compactJson } from "@/components/trajectory/compact-json";
import type { Case } from "@/lib/contracts/case";
import type { JsonValue } from "@/lib/contracts/ids";
import classes from "./runs.module.css";

function Value({ value }: { value: JsonValue }) {
  if (value === null || typeof value !== "object") return <>{value === "" ? "–" : String(value)}</>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <pre className={classes.json} tabIndex={0}>
      {compactJson(value)}
    </pre>
  );
}

/** What the agent was asked: comments, dialogue before them and the context around them. */
export function CaseInput({ item }: { item: Pick<Case, "input" | "context" | "dialogue"> }) {
  const context = Object.entries(item.context);
  return (
    <>
      {item.dialogue.map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dialogue of a case never changes
        <blockquote key={index} className={classes.quote}>
          <span className={classes.turn}>{turn.role}, earlier</span>
          {turn.content}
        </blockquote>
      ))}
      {item.input.comments.map((comment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the comments of a case never change
        <blockquote key={index} className={classes.quote}>
          <span className={classes.turn}>{comment.viewer ?? "viewer"}</span>
          {comment.text}
        </blockquote>
      ))}
      {context.length > 0 ? (
        <details>
          <summary>Context: {context.map(([key]) => key).join(", ")}</summary>
          <dl className={classes.facts}>
            {context.map(([key, value]) => (
              <div key={key} style={{ display: "contents" }}>
                <dt>{key}</dt>
                <dd>
                  <Value value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </>
  );
}
