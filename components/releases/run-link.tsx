"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { RunMarks } from "@/components/runs/run-name";
import { projectHref } from "@/components/shell/sections";
import { queries } from "@/lib/client/queries";
import classes from "./gates.module.css";

/** A run by what was run and on what, linked; by its id where it cannot be read. */
export function RunLink({ project, run }: { project: string; run: string }) {
  const { data } = useQuery(queries.runs.get.queryOptions({ input: { project, run } }));
  return (
    <span className={classes.run}>
      <Link href={projectHref(project, `/runs/${run}`)} title={data ? `${data.run.endpointName}, ${data.run.createdAt}` : run}>
        {data ? `${data.run.versionName} on ${data.run.datasetName}` : run}
      </Link>
      {data && <RunMarks run={data.run} />}
    </span>
  );
}
