"use client";
import { Button, Checkbox, Modal, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { type Bundle, BundlePath, HookEvent, ModuleSlot } from "@/lib/contracts/harness";
import { hookTemplates } from "./author-templates";
import { type NewFileKind, newFiles } from "./file-groups";

const kinds = Object.entries(newFiles).map(([value, { label }]) => ({ value, label }));

interface NewFileProps {
  files: Bundle;
  /** Takes the new file, and the files that change with it after it. */
  onCreate: (files: readonly { path: string; text: string }[]) => void;
}

export function NewFile({ files, onCreate }: NewFileProps) {
  const [opened, setOpened] = useState(false);
  const [kind, setKind] = useState<NewFileKind>("skill");
  const [name, setName] = useState("");
  const [event, setEvent] = useState<HookEvent>("Stop");
  const [slot, setSlot] = useState<ModuleSlot>("planning");
  const [useIt, setUseIt] = useState(true);
  const [unreadable, setUnreadable] = useState(false);
  const named = kind === "module" ? slot : name.trim();
  const path = newFiles[kind].path(named);
  const parsed = BundlePath.safeParse(path);
  const problem =
    named === ""
      ? null
      : path in files
        ? `${path} is already there`
        : parsed.success
          ? null
          : (parsed.error.issues[0]?.message ?? "not a path a bundle can hold");

  const create = async () => {
    const made = { path, text: kind === "hook" ? hookTemplates[event] : newFiles[kind].text(named) };
    const config = files["harness.yaml"];
    const added = [made];
    if (kind === "module" && useIt && config !== undefined) {
      const { withCustomModule } = await import("./custom-module");
      const text = withCustomModule(config, slot);
      if (text === null) {
        setUseIt(false);
        setUnreadable(true);
        return;
      }
      added.push({ path: "harness.yaml", text });
    }
    onCreate(added);
    setOpened(false);
    setUnreadable(false);
    setName("");
  };

  return (
    <>
      <Button variant="subtle" size="compact-xs" leftSection={<Icon name="add" />} onClick={() => setOpened(true)}>
        New file
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="New file" size="sm">
        <form
          onSubmit={(submitted) => {
            submitted.preventDefault();
            if (named !== "" && !problem) void create();
          }}
        >
          <Select
            label="Kind"
            data={kinds}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(kinds.some((each) => each.value === value) ? (value as NewFileKind) : "other")}
          />
          {kind === "hook" && (
            <Select
              label="Event"
              description="More events can be added to its list later"
              mt="sm"
              data={HookEvent.options}
              value={event}
              allowDeselect={false}
              onChange={(value) => setEvent(HookEvent.catch("Stop").parse(value))}
            />
          )}
          {kind === "module" ? (
            <>
              <Select
                label="Slot"
                description={newFiles.module.hint}
                mt="sm"
                data={ModuleSlot.options}
                value={slot}
                error={problem}
                allowDeselect={false}
                onChange={(value) => setSlot(ModuleSlot.catch("planning").parse(value))}
              />
              <Checkbox
                mt="sm"
                label={`Set modules.${slot} to custom in harness.yaml`}
                description="The slot runs its file only where harness.yaml says so"
                error={unreadable && !useIt ? "harness.yaml cannot be read; mend it, then set it there" : undefined}
                checked={useIt}
                onChange={(changed) => setUseIt(changed.currentTarget.checked)}
              />
            </>
          ) : (
            <TextInput
              label="Name"
              description={newFiles[kind].hint}
              mt="sm"
              value={name}
              error={problem}
              data-autofocus
              onChange={(changed) => setName(changed.currentTarget.value)}
            />
          )}
          <p style={{ marginTop: 8 }}>
            <code>{named ? path : "…"}</code>
          </p>
          <Button type="submit" mt="md" disabled={named === "" || problem !== null}>
            Add the file
          </Button>
        </form>
      </Modal>
    </>
  );
}
