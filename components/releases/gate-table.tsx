"use client";
import { useState } from "react";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { StatusBadge } from "@/components/ui/status-badge";
import type { GateReport, GateVerdict, ReleaseGateItem } from "@/lib/contracts/release-gate";
import { gateSummary, gateWords, isOpen, sortedItems, stateLooks } from "./gate-words";
import classes from "./gates.module.css";
import { RunLink } from "./run-link";

/** Up to so many items all are in sight; beyond, those that passed are folded away. */
const FOLD_FROM = 7;

function ItemRow({ item }: { item: ReleaseGateItem }) {
  const look = stateLooks[item.state];
  return (
    <tr data-state={item.state}>
      <td>
        <StatusBadge status={item.state} tone={look.tone} icon={look.icon}>
          {look.word}
        </StatusBadge>
      </td>
      <td>
        <div className={classes.itemName}>{item.name}</div>
        <div className={classes.why}>{item.why}</div>
      </td>
      <td>{item.found || "–"}</td>
      <td>{item.wanted || "–"}</td>
    </tr>
  );
}

function GateRows({
  project,
  gate,
  action,
}: {
  project: string;
  gate: GateVerdict;
  action: ((gate: GateVerdict) => React.ReactNode) | undefined;
}) {
  const [unfolded, setUnfolded] = useState(false);
  const items = sortedItems(gate.items);
  const open = items.filter(isOpen);
  const rest = items.slice(open.length);
  const folds = items.length >= FOLD_FROM && rest.length > 1;
  const shown = folds && !unfolded ? open : items;
  const words = gateWords[gate.name];
  const extra = action?.(gate);
  return (
    <tbody>
      <tr className={classes.gateRow}>
        <th colSpan={4} scope="rowgroup">
          <div className={classes.gateHead}>
            <span className={classes.gateName}>{words.label}</span>
            <StatusBadge status={gate.state} tone={gate.state === "passed" ? "good" : "bad"}>
              {gateSummary(gate)}
            </StatusBadge>
            {!gate.required && <span className={classes.faint}>not required here</span>}
            {gate.marks.map((mark) => (
              <Mark key={mark} kind={mark} />
            ))}
          </div>
          <div className={classes.asks}>{words.asks}</div>
        </th>
      </tr>
      {shown.map((item) => (
        <ItemRow key={`${item.name}\n${item.found}\n${item.wanted}`} item={item} />
      ))}
      {folds && (
        <tr>
          <td colSpan={4}>
            <button type="button" className={classes.fold} aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
              <Icon name={unfolded ? "chevronDown" : "chevronRight"} size={12} />{" "}
              {unfolded
                ? "Fold what passed"
                : `${plural(rest.length, "item")} that passed or only ${rest.length === 1 ? "notes" : "note"}`}
            </button>
          </td>
        </tr>
      )}
      {gate.runs.length > 0 && (
        <tr>
          <td className={classes.faint}>Rests on</td>
          <td colSpan={3}>
            <div className={classes.runs}>
              {gate.runs.map((run) => (
                <RunLink key={run} project={project} run={run} />
              ))}
            </div>
          </td>
        </tr>
      )}
      {extra && (
        <tr>
          <td colSpan={4} className={classes.actionCell}>
            {extra}
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface GateTableProps {
  report: GateReport;
  /** Put under each gate, for example what would give it what it lacks. */
  action?: (gate: GateVerdict) => React.ReactNode;
}

/** What each gate found and what it wanted, what keeps it from passing first. */
export function GateTable({ report, action }: GateTableProps) {
  const gates = [...report.gates].sort((a, b) => Number(b.required) - Number(a.required));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.table} aria-label="Gates">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">What is looked at</th>
            <th scope="col">Found</th>
            <th scope="col">Wanted</th>
          </tr>
        </thead>
        {gates.map((gate) => (
          <GateRows key={gate.name} project={report.project} gate={gate} action={action} />
        ))}
      </table>
    </div>
  );
}
