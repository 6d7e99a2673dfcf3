"use client";
import { Modal, Tooltip } from "@mantine/core";
import { useState } from "react";
import { KeyHint } from "@/components/ui/key-hint";
import { useKeyGroups, useKeys } from "@/components/ui/use-keys";
import classes from "./shell.module.css";

/** The `?` overlay: every key that does something on this page. */
export function HelpButton() {
  const [opened, setOpened] = useState(false);
  const groups = useKeyGroups();
  useKeys("Everywhere", [{ keys: "?", label: "This list", run: () => setOpened(true) }]);
  return (
    <>
      <Tooltip label="Keys">
        <button type="button" className={classes.quiet} aria-label="Keys" onClick={() => setOpened(true)}>
          ?
        </button>
      </Tooltip>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Keys on this page">
        {groups.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <dl className={classes.keys}>
              {group.bindings.map((binding) => (
                <div key={binding.keys} style={{ display: "contents" }}>
                  <dt>{binding.label}</dt>
                  <dd>
                    <KeyHint keys={binding.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Modal>
    </>
  );
}
