"use client";
import { Tooltip } from "@mantine/core";
import { formatAgo, formatMoment } from "./format";
import { useNow } from "./use-now";

/** How long ago, with the exact moment on hover. `at` is ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <Tooltip label={now ? formatMoment(at) : at}>
      <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
        {now ? formatAgo(at, Math.max(now, new Date(at).getTime())) : at.slice(0, 10)}
      </time>
    </Tooltip>
  );
}
