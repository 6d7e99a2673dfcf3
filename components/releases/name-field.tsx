"use client";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./gates.module.css";
import { useOwnName } from "./use-own-name";

/** Asks a browser without a name for one, where something is written that needs it. Stands inside other forms. */
export function NameField({ description }: { description: string }) {
  const { giveName } = useOwnName();
  const [draft, setDraft] = useState("");
  const save = () => {
    if (draft.trim() !== "") giveName?.(draft.trim());
  };
  return (
    <div className={classes.measureLine}>
      <TextInput
        className={classes.grow}
        label="Your name"
        description={description}
        required
        maxLength={80}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          save();
        }}
      />
      <Button variant="default" disabled={draft.trim() === ""} onClick={save}>
        Save name
      </Button>
    </div>
  );
}
