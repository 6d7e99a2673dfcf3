"use client";

import { Button, NumberInput, Progress } from "@mantine/core";
import { Icon } from "@/components/ui/icon";
import { KeyHint } from "@/components/ui/key-hint";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Campaign } from "@/lib/contracts/evolution";
import type { Trial } from "@/lib/contracts/trial";
import { ConflictNotice } from "./conflict-notice";
import { spentWords } from "./diagnosis-words";
import classes from "./evolve.module.css";
import review from "./review.module.css";
import { TrialCases } from "./trial-cases";
import { trialOf, trialSummary, triedText } from "./trial-words";

/** How many cases are to be tried of each side. */
export interface TrialSize {
  fails: number;
  atRisk: number;
}

export const defaultTrial: TrialSize = { fails: 4, atRisk: 4 };

interface TrialPanelProps {
  project: string;
  kind: Campaign["kind"];
  run: string;
  /** The newest trial of the entry. */
  trial: Trial | null;
  /** Revision of the entry as it stands. */
  revision: number;
  /** Whether an unsaved edit is what would be tried. */
  drafting: boolean;
  embedded: boolean;
  size: TrialSize;
  onSize: (size: TrialSize) => void;
  /** Null where nothing can be tried, or why not. */
  closed: string | null;
  starting: boolean;
  stopping: boolean;
  error: unknown;
  onTry: () => void;
  onStop: () => void;
  onReload: () => void;
}

function Sizes({ size, onSize, disabled }: Pick<TrialPanelProps, "size" | "onSize"> & { disabled: boolean }) {
  const field = (name: keyof TrialSize, label: string) => (
    <NumberInput
      size="xs"
      label={label}
      min={0}
      max={20}
      w={90}
      disabled={disabled}
      value={size[name]}
      onChange={(value) => {
        const count = Number(value);
        if (Number.isInteger(count) && count >= 0 && count <= 20) onSize({ ...size, [name]: count });
      }}
    />
  );
  return (
    <div className={classes.row}>
      {field("fails", "Failing")}
      {field("atRisk", "At risk")}
    </div>
  );
}

function TrialState({
  trial,
  revision,
  drafting,
  stopping,
  onStop,
}: Pick<TrialPanelProps, "revision" | "drafting" | "stopping" | "onStop"> & { trial: Trial }) {
  const running = trial.status === "running";
  const of = trialOf(trial, revision, drafting);
  const spent = spentWords(trial);
  return (
    <>
      <div className={review.between} role="status">
        <span>
          <StatusBadge status={trial.status} /> {triedText(trial)}
        </span>
        {running ? (
          <Button variant="default" size="compact-sm" leftSection={<Icon name="stop" />} loading={stopping} onClick={onStop}>
            Stop
          </Button>
        ) : null}
      </div>
      {running ? (
        <Progress value={(trial.cases.length / Math.max(1, trial.total)) * 100} size="sm" aria-label="Cases replayed" />
      ) : null}
      {trial.error ? (
        <p className={classes.notice} data-tone="bad" role="alert">
          {trial.error}
        </p>
      ) : null}
      {trial.cases.length > 0 ? (
        <p>
          <strong>{trialSummary(trial.cases)}</strong>
        </p>
      ) : null}
      <p className={classes.small}>
        {of ? `${of} ` : ""}
        By {trial.by}, <RelativeTime at={trial.at} />
        {spent ? `; ${spent}` : ""}.
      </p>
    </>
  );
}

/** Try now: a handful of cases replayed with the entry applied, before anybody confirms it. */
export function TrialPanel(props: TrialPanelProps) {
  const { project, kind, run, trial, drafting, embedded, size, onSize, closed, starting, error, onTry, onReload } = props;
  const running = trial?.status === "running";
  return (
    <section className={review.panel} aria-label="Try now">
      <div className={review.between}>
        <h2>Try now</h2>
        {embedded ? <Mark kind="stand-in policy" /> : null}
      </div>
      {closed === null ? (
        <>
          <Sizes size={size} onSize={onSize} disabled={running} />
          <div className={classes.row}>
            <Button
              variant="default"
              loading={starting}
              disabled={running || size.fails + size.atRisk === 0}
              onClick={onTry}
              rightSection={<KeyHint keys="t" />}
            >
              {drafting ? "Try the edit" : trial ? "Try again" : "Try now"}
            </Button>
          </div>
        </>
      ) : (
        <p className={classes.faint}>{closed}</p>
      )}
      {error ? <ConflictNotice error={error} onReload={onReload} /> : null}
      {trial ? <TrialState {...props} trial={trial} /> : null}
      <p className={classes.small}>A handful is no evaluation: it shows that an edit does something, not how much.</p>
      {trial && trial.cases.length > 0 ? <TrialCases project={project} kind={kind} run={run} cases={trial.cases} /> : null}
    </section>
  );
}
