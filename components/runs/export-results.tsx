"use client";
import { Button, Menu } from "@mantine/core";
import { Icon } from "@/components/ui/icon";
import { ResultExportFormat, resultExportPath } from "@/lib/contracts/result-export";

const LABELS: Record<ResultExportFormat, string> = {
  jsonl: "JSON Lines",
  csv: "CSV table",
  junit: "JUnit XML",
  html: "HTML report",
};

/** Downloads the results of a run; the browser writes the file while the studio sends it. */
export function ExportResults({ project, run }: { project: string; run: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ResultExportFormat.options.map((format) => (
          <Menu.Item key={format} component="a" href={`/api${resultExportPath(project, run, format)}`} download>
            {LABELS[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
