"use client";
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { plural } from "@/components/ui/format";
import { queries } from "@/lib/client/queries";

/** Value of the choice that no judge scores: no id of a judge is empty. */
const CHECKS = "";

interface JudgeSelectProps {
  project: string;
  /** Id of a judge; null: the cases' checks alone. */
  value: string | null;
  onChange: (judge: string | null) => void;
}

/** Who scores a run: the cases' checks alone, or a judge beside them. Nothing to choose where the project has no judge. */
export function JudgeSelect({ project, value, onChange }: JudgeSelectProps) {
  const judges = useQuery(queries.judges.list.queryOptions({ input: { project } }));
  if (!judges.data || judges.data.length === 0) return null;
  return (
    <Select
      label="Scored by"
      allowDeselect={false}
      data={[
        { value: CHECKS, label: "The cases' checks" },
        ...judges.data.map((judge) => ({
          value: judge.id,
          label: `${judge.name} · ${judge.version.slice(0, 8)} · ${plural(judge.voters.length, "voter")}`,
        })),
      ]}
      value={value ?? CHECKS}
      onChange={(chosen) => onChange(chosen === CHECKS ? null : chosen)}
    />
  );
}
