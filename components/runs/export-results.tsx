"use client";
import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Icon } from "@/components/ui/icon";
import { queries } from "@/lib/client/queries";
import { ResultExportFormat, resultExportPath } from "@/lib/contracts/result-export";

const LABELS: Record<ResultExportFormat, string> = {
  jsonl: "JSON Lines",
  csv: "CSV table",
  junit: "JUnit XML",
  html: "HTML report",
  labels: "Replies to label",
};

/** Downloads the results of a run; the browser writes the file while the studio sends it. */
export function ExportResults({ project, run, dataset }: { project: string; run: string; dataset: string }) {
  const set = useQuery(queries.datasets.get.queryOptions({ input: { project, dataset } }));
  // Replies are labelled where trajectories are open, and those of judges are verdicts, not replies.
  const mayLabel = set.data?.role === "dev" && set.data.kind !== "judge-labels";
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ResultExportFormat.options
          .filter((format) => format !== "labels" || mayLabel)
          .map((format) => (
            <Menu.Item key={format} component="a" href={`/api${resultExportPath(project, run, format)}`} download>
              {LABELS[format]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
