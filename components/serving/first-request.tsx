"use client";

import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { projectHref } from "@/components/shell/sections";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { firstRequest } from "./served-filters";
import classes from "./serving.module.css";

const never = () => () => undefined;

/** What the list is for while nothing was served, and how to send the first request. */
export function FirstRequest({ project }: { project: string }) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "http://127.0.0.1:3000",
  );
  const clipboard = useClipboard();
  const line = firstRequest(origin, project);
  return (
    <EmptyState
      title="No request was served yet"
      action={
        <Button
          variant="default"
          leftSection={<Icon name={clipboard.copied ? "check" : "copy"} />}
          onClick={() => clipboard.copy(line)}
        >
          {clipboard.copied ? "Copied" : "Copy the line"}
        </Button>
      }
    >
      <p>
        Requests that <Link href={projectHref(project, "/releases")}>production</Link> answers are listed here with their
        trajectories. Send the first one:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes.line} tabIndex={0}>
        {line}
      </pre>
    </EmptyState>
  );
}
