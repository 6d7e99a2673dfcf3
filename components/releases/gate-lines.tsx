"use client";
import { StatusBadge } from "@/components/ui/status-badge";
import type { GateReport } from "@/lib/contracts/release-gate";
import { gateSummary, gateWords, isOpen, sortedItems } from "./gate-words";
import classes from "./gates.module.css";

/** So many reasons are said of each gate; the whole table has them all. */
const REASONS = 2;

/** The gate table in short: one line a gate, and what keeps it from passing. */
export function GateLines({ report }: { report: GateReport }) {
  return (
    <ul className={classes.compact} aria-label="Gates">
      {report.gates.map((gate) => {
        const open = sortedItems(gate.items).filter(isOpen);
        return (
          <li key={gate.name}>
            <strong>{gateWords[gate.name].label}</strong>{" "}
            <StatusBadge status={gate.state} tone={gate.state === "passed" ? "good" : "bad"}>
              {gateSummary(gate)}
            </StatusBadge>
            {!gate.required && <span className={classes.small}> not required</span>}
            {open.slice(0, REASONS).map((item) => (
              <div key={item.name} className={classes.small}>
                {item.name}: {item.why}
              </div>
            ))}
            {open.length > REASONS && <div className={classes.small}>and {open.length - REASONS} more</div>}
          </li>
        );
      })}
    </ul>
  );
}
