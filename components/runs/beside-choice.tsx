"use client";

import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatMoment } from "@/components/ui/format";
import { queries } from "@/lib/client/queries";

interface BesideChoiceProps {
  project: string;
  /** Case id. */
  item: string;
  /** The trajectory on the page, which is not compared with itself. */
  run: string;
  repeat: number;
  /** As `run:repeat`. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Every stored trajectory of a case, over all runs and repeats, to set beside the one on the page. */
export function BesideChoice({ project, item, run, repeat, value, onChange }: BesideChoiceProps) {
  const stored = useQuery(queries.runs.trajectories.queryOptions({ input: { project, case: item } }));
  const others = (stored.data ?? []).filter((other) => other.run !== run || other.repeat !== repeat);
  const repeated = new Set(others.filter((other) => other.repeat > 0).map((other) => other.run));
  return (
    <Select
      aria-label="Compare with"
      placeholder={stored.isError ? "Trajectories could not be loaded" : "Compare with"}
      searchable
      clearable
      w={300}
      comboboxProps={{ width: 520, position: "bottom-end" }}
      data={others.map((other) => ({
        value: `${other.run}:${other.repeat}`,
        label: [
          other.run === run ? "this run" : other.versionName,
          ...(repeated.has(other.run) || other.run === run ? [`repeat ${other.repeat + 1}`] : []),
          `${other.endpointName}${other.embedded ? " (stand-in policy)" : ""}`,
          formatMoment(other.at),
        ].join(", "),
      }))}
      value={value}
      onChange={onChange}
      nothingFoundMessage={stored.isPending ? "Loading" : "No other trajectory of this case"}
    />
  );
}
