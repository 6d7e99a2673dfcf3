"use client";
import { Popover } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Mark } from "@/components/ui/mark";
import { queries } from "@/lib/client/queries";
import { isStandIn } from "@/lib/contracts/endpoint";
import classes from "./shell.module.css";

/** Shown while no real endpoint is set up: whatever runs, runs on the stand-in. */
export function StandInNote() {
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  if (!endpoints.data?.every(isStandIn)) return null;
  return (
    <Popover position="bottom-end" width={320} shadow="md">
      <Popover.Target>
        <button type="button" className={classes.quiet}>
          <Mark kind="stand-in policy" />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <p>
          No model is connected. Runs are answered by the embedded policy: a deterministic program that reads the prompt, the
          Skills and the tool schemas it is sent. Its scores show how the loop works, not how a model would do.
        </p>
        <p style={{ marginTop: 8 }}>
          <Link href="/settings">Connect an endpoint</Link>
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
