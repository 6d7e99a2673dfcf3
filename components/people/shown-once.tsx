"use client";
import { Button, CopyButton, Group, Modal } from "@mantine/core";
import { ReturnFocus } from "@/components/ui/return-focus";
import classes from "./people.module.css";

/** A secret that is shown this once, to be copied. */
export function ShownOnce({
  title,
  secret,
  children,
  onClose,
}: {
  title: string;
  secret: string;
  children: React.ReactNode;
  onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <ReturnFocus />
      <p>{children}</p>
      <div className={classes.secret}>
        <code data-testid="secret">{secret}</code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </div>
      <Group mt="md">
        <Button onClick={onClose}>I have it</Button>
      </Group>
    </Modal>
  );
}
