"use client";
import { Button, Modal, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { BundlePath } from "@/lib/contracts/harness";
import { type NewFileKind, newFiles } from "./file-groups";

const kinds = Object.entries(newFiles).map(([value, { label }]) => ({ value, label }));

interface NewFileProps {
  taken: ReadonlySet<string>;
  onCreate: (path: string, text: string) => void;
}

export function NewFile({ taken, onCreate }: NewFileProps) {
  const [opened, setOpened] = useState(false);
  const [kind, setKind] = useState<NewFileKind>("skill");
  const [name, setName] = useState("");
  const path = newFiles[kind].path(name.trim());
  const parsed = BundlePath.safeParse(path);
  const problem =
    name.trim() === ""
      ? null
      : taken.has(path)
        ? `${path} is already there`
        : parsed.success
          ? null
          : (parsed.error.issues[0]?.message ?? "not a path a bundle can hold");
  return (
    <>
      <Button variant="subtle" size="compact-xs" leftSection={<Icon name="add" />} onClick={() => setOpened(true)}>
        New file
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="New file" size="sm">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === "" || problem) return;
            onCreate(path, newFiles[kind].text(name.trim()));
            setOpened(false);
            setName("");
          }}
        >
          <Select
            label="Kind"
            data={kinds}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(kinds.some((each) => each.value === value) ? (value as NewFileKind) : "other")}
          />
          <TextInput
            label="Name"
            description={newFiles[kind].hint}
            mt="sm"
            value={name}
            error={problem}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <p style={{ marginTop: 8 }}>
            <code>{name.trim() ? path : "…"}</code>
          </p>
          <Button type="submit" mt="md" disabled={name.trim() === "" || problem !== null}>
            Add the file
          </Button>
        </form>
      </Modal>
    </>
  );
}
