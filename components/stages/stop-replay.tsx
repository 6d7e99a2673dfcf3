"use client";

import { DataTable } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icon";
import { type Campaign, CLAUSE_LETTERS, type StagePoint, type StopClause, type StopReplay } from "@/lib/contracts/evolution";
import { clauseName } from "./clause-names";
import { LETTERS, lettersOf, replayFacts } from "./replay-facts";
import classes from "./stages.module.css";

type Step = StopReplay["steps"][number];

const CLAUSES = Object.keys(CLAUSE_LETTERS) as StopClause["clause"][];

function Letters({ step }: { step: Step }) {
  const held = lettersOf(step);
  const said = step.clauses.map((clause) => `(${CLAUSE_LETTERS[clause]}) ${clauseName(clause)}`).join("; ");
  return (
    <span className={classes.letters} title={said === "" ? "No clause held" : said}>
      <span className={classes.hidden}>{said === "" ? "none" : said}</span>
      {LETTERS.map((letter) => (
        <span key={letter} aria-hidden="true" data-holds={held.has(letter)}>
          {letter}
        </span>
      ))}
    </span>
  );
}

interface StopReplayViewProps {
  replay: StopReplay;
  kind: Campaign["kind"];
  points: readonly StagePoint[];
  stageHref: (stage: string) => string;
}

/** What the stop rule would have said after each stage, knowing no later one, and what following it would have meant. */
export function StopReplayView({ replay, kind, points, stageHref }: StopReplayViewProps) {
  const nameOf = (id: string | null) => points.find(({ stage }) => stage.id === id)?.stage.name ?? "none";
  const { stoppedAfter } = replay;
  return (
    <div>
      <dl className={classes.replayFacts}>
        {replayFacts(replay, nameOf, kind).map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={value}>{value}</dd>
            <dd className={classes.explanation}>{note}</dd>
          </div>
        ))}
      </dl>
      <DataTable
        label="What the stop rule would have said after each stage"
        rows={replay.steps}
        rowKey={(step) => step.stage}
        href={(step) => stageHref(step.stage)}
        maxHeight={300}
        tone={(step) => (step.stage === stoppedAfter ? "strong" : null)}
        columns={[
          { id: "stage", header: "After", link: true, grow: true, cell: (step) => nameOf(step.stage) },
          {
            id: "said",
            header: "It would have said",
            width: 150,
            cell: (step) =>
              step.recommended ? (
                <span className={classes.stopMark}>
                  <Icon name="stop" size={12} /> stop{step.stage === stoppedAfter ? ", first here" : ""}
                </span>
              ) : (
                <span className={classes.faint}>go on</span>
              ),
          },
          {
            id: "clauses",
            header: "Clauses that held",
            width: 140,
            hint: CLAUSES.map((clause) => `(${CLAUSE_LETTERS[clause]}) ${clauseName(clause)}`).join("\n"),
            cell: (step) => <Letters step={step} />,
          },
          { id: "choice", header: "Its checkpoint then", grow: true, cell: (step) => nameOf(step.choice) },
        ]}
      />
      <p className={classes.explanation}>{replay.explanation}</p>
    </div>
  );
}
