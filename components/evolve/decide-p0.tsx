"use client";

import { Checkbox } from "@mantine/core";
import type { Flip } from "@/lib/contracts/run";
import classes from "./evolve.module.css";
import own from "./regression.module.css";

interface BrokenP0Props {
  /** Ids of the broken P0 cases. */
  cases: readonly string[];
  flips: readonly Flip[];
  accepted: ReadonlySet<string>;
  onAccept: (id: string, accepted: boolean) => void;
  /** Shows a case side by side. */
  onOpen: (id: string) => void;
}

/** The broken P0 cases, each to be accepted by its name: there is no box for all. */
export function BrokenP0({ cases, flips, accepted, onAccept, onOpen }: BrokenP0Props) {
  return (
    <fieldset className={own.p0}>
      <legend>− Broken P0 cases</legend>
      <p className={classes.small}>They block a promotion. Tick each one that you accept to be broken; the reason says why.</p>
      <ul>
        {cases.map((id) => {
          const flip = flips.find((one) => one.case === id);
          return (
            <li key={id}>
              <Checkbox label={id} checked={accepted.has(id)} onChange={(event) => onAccept(id, event.currentTarget.checked)} />
              <div className={classes.small} style={{ paddingLeft: 28 }}>
                {flip ? `${flip.category}: ${flip.comment} ` : null}
                {flip ? (
                  <button type="button" className={own.caseButton} onClick={() => onOpen(id)}>
                    Before and after
                  </button>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
