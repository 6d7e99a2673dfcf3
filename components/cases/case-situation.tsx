import type { Case } from "@/lib/contracts/case";
import type { JsonValue } from "@/lib/contracts/ids";
import classes from "./cases.module.css";
import { JudgedReply } from "./judged-reply";

/** What the agent is given: dialogue before, the comments to answer, the context around. */
export function CaseSituation({ item }: { item: Case }) {
  const context = Object.entries(item.context);
  return (
    <section aria-label="Situation">
      <h2>Asked</h2>
      <ul className={classes.dialogue}>
        {item.dialogue.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dialogue never changes.
          <li key={index} data-before="true">
            <span className={classes.who}>{turn.role}, before</span>
            {turn.content}
          </li>
        ))}
        {item.input.comments.map((comment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the comments never change.
          <li key={index}>
            <span className={classes.who}>{comment.viewer ?? "viewer"}</span>
            {comment.text}
          </li>
        ))}
      </ul>
      {item.judged ? <JudgedReply judged={item.judged} /> : null}
      {context.length > 0 && (
        <>
          <h2 className={classes.gap}>Context</h2>
          <dl className={classes.context}>
            {context.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>
                  <JsonText value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <CaseSetting item={item} />
    </section>
  );
}

/** What a robustness case brings along: instructions in force and tools beside the agent's own. */
function CaseSetting({ item }: { item: Case }) {
  return (
    <>
      {item.instructions.length > 0 && (
        <>
          <h2 className={classes.gap}>Instructions in force</h2>
          <ol className={classes.setting}>
            {item.instructions.map((instruction) => (
              <li key={instruction}>{instruction}</li>
            ))}
          </ol>
        </>
      )}
      {item.distractorTools.length > 0 && (
        <>
          <h2 className={classes.gap}>Distractor tools</h2>
          {item.distractorTools.map((tool) => (
            <details key={tool.name} className={classes.fixture}>
              <summary>
                <code>{tool.name}</code> <span className={classes.faint}>{tool.description}</span>
              </summary>
              <JsonText value={tool.returns.map(({ match, result, error }) => ({ match, result: error ?? result ?? null }))} />
            </details>
          ))}
        </>
      )}
    </>
  );
}

/** A JSON value as it reads best: text as text, the rest indented. */
export function JsonText({ value }: { value: JsonValue }) {
  if (typeof value === "string") return value === "" ? <span className={classes.faint}>empty</span> : value;
  if (value === null || typeof value !== "object") return <code>{String(value)}</code>;
  const text = JSON.stringify(value, null, 1);
  if (text.length < 70) return <code>{JSON.stringify(value)}</code>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre className={classes.json} tabIndex={0}>
      {text}
    </pre>
  );
}
