"use client";
import { useQuery } from "@tanstack/react-query";
import { projectHref } from "@/components/shell/sections";
import { QueryState } from "@/components/ui/query-state";
import { queries } from "@/lib/client/queries";
import { Workbench } from "./workbench";

/** Loads a version with its files. `version` is its hash or the beginning of it. */
export function VersionPage({ project, version }: { project: string; version: string }) {
  const input = { project, version };
  const detail = useQuery(queries.versions.get.queryOptions({ input }));
  const bundle = useQuery({ ...queries.versions.bundle.queryOptions({ input }), staleTime: Number.POSITIVE_INFINITY });
  const back = { label: "To the versions", href: projectHref(project, "/harness") };
  const what = { name: "version", id: version };
  return (
    <QueryState query={detail} what={what} back={back} rows={14}>
      {(loaded) => (
        <QueryState query={bundle} what={what} back={back} rows={14}>
          {({ hash, files }) => <Workbench key={hash} project={project} detail={loaded} base={files} />}
        </QueryState>
      )}
    </QueryState>
  );
}
