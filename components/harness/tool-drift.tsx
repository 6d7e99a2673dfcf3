"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { plural } from "@/components/ui/format";
import { queries } from "@/lib/client/queries";
import type { Bundle } from "@/lib/contracts/harness";
import type { ToolDrift } from "@/lib/contracts/tool-service";
import classes from "./harness.module.css";
import { hasServerTools } from "./server-tools";

interface ToolDriftProps {
  project: string;
  /** Hash of the version. */
  version: string;
  base: Bundle;
  /** Files whose draft differs from the version are not announced any more. */
  isChanged: (path: string) => boolean;
  onTake: (files: readonly { path: string; text: string }[]) => void;
}

/** Says which tools of the version are no longer what their servers offer. Silent where all are, or none is a server's. */
export function ToolDriftNotice({ project, version, base, isChanged, onTake }: ToolDriftProps) {
  const drift = useQuery({
    ...queries.versions.drift.queryOptions({ input: { project, version } }),
    enabled: hasServerTools(base),
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (drift.isError) {
    return (
      <p role="status" className={classes.notice}>
        The tools could not be compared with their servers. {drift.error.message}{" "}
        <Button variant="subtle" size="compact-xs" onClick={() => drift.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  const open = (drift.data ?? []).filter(({ state, path }) => state !== "same" && !isChanged(path));
  if (open.length === 0) return null;
  const fresh = open.flatMap(({ path, file }) => (file === null ? [] : [{ path, text: file }]));
  return (
    <section aria-label="Tools and their servers" className={classes.notice}>
      <p>
        {plural(open.length, "tool")} of this version {open.length === 1 ? "is" : "are"} not as pinned, or could not be compared.{" "}
        {fresh.length > 1 && (
          <Button variant="subtle" size="compact-xs" onClick={() => onTake(fresh)}>
            Bring all {fresh.length} up to date
          </Button>
        )}
      </p>
      <ul className={classes.plain}>
        {open.map((tool) => (
          <li key={tool.path}>
            <Drifted drift={tool} onTake={onTake} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Drifted({
  drift: { tool, server, path, message, file },
  onTake,
}: {
  drift: ToolDrift;
  onTake: ToolDriftProps["onTake"];
}) {
  return (
    <>
      <code>{tool}</code> of {server}: {message}{" "}
      {file !== null && (
        <Button variant="subtle" size="compact-xs" onClick={() => onTake([{ path, text: file }])}>
          Bring it up to date
        </Button>
      )}
    </>
  );
}
