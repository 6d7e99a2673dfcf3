"use client";
import { Checkbox, Textarea } from "@mantine/core";
import type { GateName } from "@/lib/contracts/release-gate";
import { doNotPass } from "./gate-words";
import classes from "./gates.module.css";
import { NameField } from "./name-field";
import { useOwnName } from "./use-own-name";

interface OverrideFieldsProps {
  gates: readonly GateName[];
  /** Null: not overridden. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The explicit way past gates that do not pass: a tick, a reason of its own, a name. */
export function OverrideFields({ gates, value, onChange }: OverrideFieldsProps) {
  const { name, giveName } = useOwnName();
  return (
    <div className={classes.override}>
      <Checkbox
        label={`Promote although ${doNotPass(gates)}`}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? "" : null)}
      />
      {value !== null && (
        <>
          {name === "" && giveName ? (
            <NameField description="An override is written in a person's name." />
          ) : (
            <Textarea
              label="Why it is promoted all the same"
              required
              autosize
              minRows={2}
              maxRows={8}
              maxLength={2_000}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          )}
          <p>
            The release is marked for good as overridden
            {name === "" ? (
              ""
            ) : (
              <>
                {" "}
                by <strong>{name}</strong>
              </>
            )}
            , with this reason and what the gates said. It cannot be taken off.
          </p>
        </>
      )}
    </div>
  );
}
