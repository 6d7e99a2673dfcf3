"use client";

import { Button, Select } from "@mantine/core";
import { describeError } from "@/components/ui/describe-error";
import { formatCount, formatDuration } from "@/components/ui/format";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DraftCheck } from "@/lib/contracts/trial";
import classes from "./evolve.module.css";
import { ProblemList } from "./problem-list";
import review from "./review.module.css";
import { TextBlock } from "./text-block";
import { checkWords, type LiveCheck } from "./use-draft-check";

function Prompt({ prompt }: Pick<DraftCheck, "prompt">) {
  return prompt.map(({ path, text }) => (
    <details key={path}>
      <summary>{path} as rendered</summary>
      {text === null ? (
        <p className={classes.faint}>Left out for this case.</p>
      ) : (
        <TextBlock label={`${path} as rendered`} text={text} />
      )}
    </details>
  ));
}

function Hooks({ hooks }: Pick<DraftCheck, "hooks">) {
  return (
    <ul className={classes.problems}>
      {hooks.map((hook) => (
        <li key={`${hook.path} ${hook.event}`} className={review.long}>
          <StatusBadge status={hook.ok ? "passed" : "failed"}>{hook.ok ? "ran" : "failed"}</StatusBadge> <code>{hook.path}</code>{" "}
          at {hook.event}: <strong>{hook.decision}</strong>, {formatDuration(hook.ms)}
          {hook.reason === "" ? "" : `. ${hook.reason}`}
        </li>
      ))}
    </ul>
  );
}

interface DraftCheckPanelProps {
  check: LiveCheck;
  /** Failing cases on which prompt and Hooks can be tried. */
  cases: readonly string[];
  on: string | null;
  onCase: (id: string | null) => void;
}

/** What an edit comes to while it is written: problems, tokens, cases touched, prompt and Hooks on a failing case. */
export function DraftCheckPanel({ check, cases, on, onCase }: DraftCheckPanelProps) {
  const { result, checking, error, retry } = check;
  const failed = error ? describeError(error) : null;
  const sign = (count: number) => (count > 0 ? "+" : count < 0 ? "−" : "");
  return (
    <section className={review.panel} aria-label="Your edit, as it stands">
      <div className={review.between}>
        <h2>Your edit, as it stands</h2>
        <span className={classes.small} role="status">
          {checkWords(check)}
        </span>
      </div>
      {failed ? (
        <div className={classes.notice} data-tone="bad" role="alert">
          {failed.cause} {failed.next}{" "}
          <Button variant="default" size="compact-xs" onClick={retry}>
            Check again
          </Button>
        </div>
      ) : null}
      {result ? (
        <div className={review.stack} aria-busy={checking}>
          {result.diagnostics.length > 0 ? <ProblemList problems={result.diagnostics} /> : null}
          <p>
            {sign(result.tokensAdded)}
            {formatCount(Math.abs(result.tokensAdded))} tokens, {formatCount(result.touched)} passing cases touched
          </p>
          {cases.length > 0 && result.prompt.length + result.hooks.length > 0 ? (
            <Select
              size="xs"
              label="Tried on the failing case"
              searchable
              allowDeselect={false}
              data={[...cases]}
              value={on ?? cases[0] ?? null}
              onChange={onCase}
            />
          ) : null}
          <Prompt prompt={result.prompt} />
          {result.hooks.length > 0 ? <Hooks hooks={result.hooks} /> : null}
        </div>
      ) : null}
    </section>
  );
}
