"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { GateLines } from "@/components/releases/gate-lines";
import { failedGates } from "@/components/releases/gate-words";
import { OverrideFields } from "@/components/releases/override-fields";
import { describeError } from "@/components/ui/describe-error";
import { queries } from "@/lib/client/queries";
import classes from "./evolve.module.css";

interface DecideGatesProps {
  project: string;
  version: string;
  endpoint: string;
  override: string | null;
  onOverride: (override: string | null) => void;
}

/** What the gates of production say of a stage's version, as a promotion asks them. */
export const useStageGates = (project: string, version: string | null, endpoint: string | undefined) =>
  useQuery({
    ...queries.gates.report.queryOptions({ input: { project, version: version ?? "", endpoint: endpoint ?? "" } }),
    enabled: version !== null && endpoint !== undefined,
  });

/** The gates in short, and the way past those that do not pass. */
export function DecideGates({ project, version, endpoint, override, onOverride }: DecideGatesProps) {
  const report = useStageGates(project, version, endpoint);
  if (report.isError) return <p className={classes.small}>The gates could not be asked: {describeError(report.error).cause}</p>;
  if (!report.data) return <p className={classes.small}>Asking the gates …</p>;
  const failed = failedGates(report.data);
  return (
    <>
      <GateLines report={report.data} />
      <Link
        className={classes.inText}
        href={`/p/${project}/releases?promote=${version.slice(0, 12)}&endpoint=${encodeURIComponent(endpoint)}`}
      >
        {failed.length === 0 ? "The whole gate table" : "The whole gate table, and what would fill it"}
      </Link>
      {failed.length > 0 ? <OverrideFields gates={failed} value={override} onChange={onOverride} /> : null}
    </>
  );
}
