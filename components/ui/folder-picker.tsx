"use client";
import { Button, Input } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { plural } from "./format";
import { Icon } from "./icon";

interface PickerProps {
  label: string;
  description?: string;
  onPick: (files: File[]) => void;
}

/** Picks a folder of the reader's computer and gives its files, each with its path in `webkitRelativePath`. */
export function FolderPicker({ label, description, onPick }: PickerProps) {
  return <Picker label={label} onPick={onPick} folder {...(description ? { description } : {})} />;
}

/** Picks one file. `accept` as in HTML, for example ".jsonl". */
export function FilePicker({ accept, ...props }: PickerProps & { accept: string }) {
  return <Picker {...props} accept={accept} />;
}

function Picker({ label, description, onPick, folder = false, accept }: PickerProps & { folder?: boolean; accept?: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  return (
    <div>
      <Input.Label htmlFor={id} size="xs">
        {label}
      </Input.Label>
      {description && <p style={{ color: "var(--ink-faint)", fontSize: 12 }}>{description}</p>}
      <div style={{ display: "flex", alignItems: "center", gap: 10, marginTop: 4 }}>
        <input
          ref={input}
          id={id}
          type="file"
          multiple={folder}
          accept={accept}
          tabIndex={-1}
          style={{ position: "absolute", width: 1, height: 1, opacity: 0, pointerEvents: "none" }}
          {...(folder ? { webkitdirectory: "" } : {})}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = "";
            if (files.length === 0) return;
            const first = files[0];
            setSaid(
              folder ? `${first?.webkitRelativePath.split("/")[0]} · ${plural(files.length, "file")}` : (first?.name ?? ""),
            );
            onPick(files);
          }}
        />
        <Button variant="default" leftSection={<Icon name={folder ? "folder" : "file"} />} onClick={() => input.current?.click()}>
          {folder ? "Choose a folder" : "Choose a file"}
        </Button>
        <span aria-live="polite" style={{ color: "var(--ink-soft)" }}>
          {said}
        </span>
      </div>
    </div>
  );
}
