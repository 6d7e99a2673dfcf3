"use client";

import { Button, Menu } from "@mantine/core";
import { Icon } from "@/components/ui/icon";
import { saveFile } from "@/components/ui/save-file";
import { type TrajectoryLabels, trajectoryMarkdown } from "@/lib/client/trajectory-markdown";
import type { Trajectory } from "@/lib/contracts/trajectory";

interface ExportMenuProps {
  trajectory: Trajectory;
  labels: TrajectoryLabels;
  /** Name of the file, without its ending. */
  name: string;
}

/** The trajectory as a file: as it is stored, or to read. */
export function ExportMenu({ trajectory, labels, name }: ExportMenuProps) {
  const file = name.replace(/[^\p{L}\p{N}_.-]+/gu, "-");
  const markdown = (prompts: boolean) =>
    saveFile(`${file}.md`, trajectoryMarkdown(trajectory, labels, { prompts }), "text/markdown");
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<Icon name="download" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveFile(`${file}.json`, `${JSON.stringify(trajectory, null, 2)}\n`, "application/json")}>
          JSON, as stored
        </Menu.Item>
        <Menu.Item onClick={() => markdown(false)}>Markdown</Menu.Item>
        <Menu.Item onClick={() => markdown(true)}>Markdown with the prompts as sent</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
