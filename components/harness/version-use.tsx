import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { plural } from "@/components/ui/format";
import { StatusBadge } from "@/components/ui/status-badge";
import type { VersionUse } from "@/lib/contracts/version";
import classes from "./harness.module.css";

/** Where a version is used: production, stages, runs. */
export function VersionUseList({ project, version, use }: { project: string; version: string; use: VersionUse }) {
  if (!use.production && use.stages.length === 0 && use.runs === 0) return <span className={classes.faint}>nowhere</span>;
  return (
    <span className={classes.uses}>
      {use.production && <StatusBadge status="production" />}
      {use.stages.map(({ campaign, stage, name }) => (
        <Link key={stage} href={projectHref(project, `/evolve/${campaign}/${stage}`)}>
          {name}
        </Link>
      ))}
      {use.runs > 0 && <Link href={projectHref(project, `/runs?version=${version}`)}>{plural(use.runs, "run")}</Link>}
    </span>
  );
}
