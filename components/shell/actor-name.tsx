"use client";
import { Button, Popover, TextInput } from "@mantine/core";
import { useState } from "react";
import { useActor } from "@/lib/client/use-actor";
import classes from "./shell.module.css";

/** In whose name everything is written; kept in this browser. */
export function ActorName() {
  const [actor, setActor] = useActor();
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState("");
  const show = (next: boolean) => {
    setDraft(actor);
    setOpened(next);
  };
  return (
    <Popover opened={opened} onChange={show} position="bottom-end" width={280} shadow="md" trapFocus>
      <Popover.Target>
        <button type="button" className={classes.quiet} onClick={() => show(!opened)} title="Change your name">
          {actor && <span className={classes.wide}>You are</span>}
          <span className={classes.name}>{actor || "Say who you are"}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (draft.trim() === "") return;
            setActor(draft.trim());
            setOpened(false);
          }}
        >
          <TextInput
            label="Your name"
            description="Versions, decisions and releases are written in it."
            value={draft}
            maxLength={80}
            required
            data-autofocus
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Button type="submit" mt="xs" disabled={draft.trim() === ""}>
            Save name
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
