import { ActionIcon } from "@mantine/core";
import Link from "next/link";
import type { KeyboardEvent } from "react";
import { FlipCount } from "@/components/runs/case-marks";
import { formatCount, formatShare, plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import type { Campaign, StageSummary } from "@/lib/contracts/evolution";
import type { GraphNode as Node } from "@/lib/contracts/lineage";
import classes from "./graph.module.css";
import { differenceWords, entryHint, nodeLabel, nodeState, nodeTags } from "./graph-words";
import { metricWords } from "./metric-words";
import { LOOP } from "./steps";

/** Titles of entries that fit into a node. */
const SHOWN = 2;

interface GraphNodeProps {
  node: Node;
  /** Of its campaign. */
  kind: Campaign["kind"];
  href: string;
  box: { left: number; top: number; width: number; height: number };
  /** The one node that Tab reaches; the arrows lead on from it. */
  active: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onRestore: ((stage: StageSummary) => void) | null;
  onBranch: ((stage: StageSummary) => void) | null;
}

function Scores({ node, kind }: Pick<GraphNodeProps, "node" | "kind">) {
  const { avg, early, stage, fixed, broken, brokenP0 } = node;
  const words = metricWords(kind);
  const difference = differenceWords(node.difference);
  if (early) {
    return (
      <div className={classes.line}>
        <span className={classes.faint}>
          No score: {formatCount(early.cases)} of {plural(early.total, "case")} run, {early.wins} won, {early.losses} lost
        </span>
      </div>
    );
  }
  if (avg?.mean == null) {
    return (
      <div className={classes.line}>
        <span className={classes.faint}>
          {LOOP.find((step) => step.id === stage.step)?.name ?? stage.step}: not evaluated yet
        </span>
      </div>
    );
  }
  return (
    <>
      <div className={classes.line} title={`${words.avg}, 95 % interval ${formatShare(avg.low)} to ${formatShare(avg.high)}`}>
        {kind === "agent" ? <span className={classes.label}>{words.avg}</span> : null}
        <span className={classes.score}>{formatShare(avg.mean)}</span>
        <span className={classes.faint}>
          {difference === null ? `${formatShare(avg.low)}–${formatShare(avg.high)}` : difference}
        </span>
      </div>
      <div className={classes.line}>
        {fixed === null || broken === null ? (
          <span className={classes.faint}>{stage.parent === null ? "start" : "not compared"}</span>
        ) : (
          <>
            <FlipCount direction="fixed" count={fixed} />
            <FlipCount direction="broken" count={broken} />
            {brokenP0 > 0 ? (
              <span className={classes.tag} data-tone="warn">
                {brokenP0} P0
              </span>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}

/** A stage in the graph: the node is a link to it, with its own buttons above. */
export function GraphNode({ node, kind, href, box, active, onFocus, onKeyDown, onRestore, onBranch }: GraphNodeProps) {
  const { stage, entries } = node;
  const more = entries.length - SHOWN;
  return (
    <li className={classes.node} style={box} data-state={nodeState(node)} data-selected={node.selected}>
      <div className={classes.head}>
        <Link
          className={classes.name}
          href={href}
          title={stage.name}
          aria-label={nodeLabel(node, kind)}
          data-stage={stage.id}
          tabIndex={active ? 0 : -1}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          {stage.name}
        </Link>
        <span className={classes.actions}>
          {onRestore ? (
            <ActionIcon
              size="xs"
              tabIndex={active ? 0 : -1}
              aria-label={`Restore ${stage.name}`}
              title="Restore this checkpoint"
              onClick={() => onRestore(stage)}
            >
              <Icon name="rollback" size={12} />
            </ActionIcon>
          ) : null}
          {onBranch ? (
            <ActionIcon
              size="xs"
              tabIndex={active ? 0 : -1}
              aria-label={`Begin a stage from ${stage.name}`}
              title="Begin a stage from here"
              onClick={() => onBranch(stage)}
            >
              <Icon name="add" size={12} />
            </ActionIcon>
          ) : null}
        </span>
      </div>
      <div className={classes.line}>
        <code className={classes.faint}>{stage.version?.slice(0, 8) ?? "no version yet"}</code>
        {nodeTags(node).map(({ text, tone, hint }) => (
          <span key={text} className={classes.tag} data-tone={tone} title={hint}>
            {text}
          </span>
        ))}
      </div>
      <Scores node={node} kind={kind} />
      <ul className={classes.changes}>
        {entries.slice(0, SHOWN).map((entry) => (
          <li key={entry.id} title={entryHint(entry)}>
            {entry.title}
          </li>
        ))}
        {more > 0 ? (
          <li className={classes.faint} title={entries.slice(SHOWN).map(entryHint).join("\n\n")}>
            and {plural(more, "more entry", "more entries")}
          </li>
        ) : null}
      </ul>
    </li>
  );
}
