"use client";
import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { GateName } from "@/lib/contracts/release-gate";
import { doNotPass } from "./gate-words";
import classes from "./gates.module.css";
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
  const [draft, setDraft] = useState("");
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
            <div className={classes.measureLine}>
              <TextInput
                className={classes.grow}
                label="Your name"
                description="An override is written in a person's name."
                required
                maxLength={80}
                value={draft}
                onChange={(event) => setDraft(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  event.preventDefault();
                  if (draft.trim() !== "") giveName(draft.trim());
                }}
              />
              <Button variant="default" disabled={draft.trim() === ""} onClick={() => giveName(draft.trim())}>
                Save name
              </Button>
            </div>
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
