"use client";
import { Button, SegmentedControl } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useQueries } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { channelChoices, channelParam, channelWords, readChannel } from "@/components/releases/channel-words";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Release } from "@/lib/contracts/release";
import { ReleaseChannel } from "@/lib/contracts/release-gate";
import classes from "./delivery.module.css";
import { pullLine } from "./pull-line";

const never = () => () => undefined;

interface Serving {
  channel: ReleaseChannel;
  release: Release | null;
}

const columns: Column<Serving>[] = [
  { id: "channel", header: "Channel", cell: ({ channel }) => channelWords[channel] },
  {
    id: "version",
    header: "Serves",
    grow: true,
    cell: ({ release }) => release?.versionName ?? <span className={classes.faint}>nothing</span>,
  },
  { id: "hash", header: "Version", cell: ({ release }) => (release ? <Hash value={release.version} /> : "–") },
  {
    id: "manifest",
    header: "Manifest",
    hint: "Its hash is the ETag",
    cell: ({ release }) => (release?.manifestHash ? <Hash value={release.manifestHash} /> : "–"),
  },
  {
    id: "signed",
    header: "Signed",
    cell: ({ release }) => (release?.signed ? "yes" : <span className={classes.faint}>no</span>),
  },
  { id: "at", header: "Since", cell: ({ release }) => (release ? <RelativeTime at={release.createdAt} /> : "–") },
];

/** What each channel serves, and the line that a client pulls it with. */
export function PullRecipe({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const channel = readChannel(get);
  const serving = useQueries({
    queries: ReleaseChannel.options.map((each) => queries.releases.list.queryOptions({ input: { project, channel: each } })),
  });
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "http://127.0.0.1:3000",
  );
  const clipboard = useClipboard();
  const line = pullLine(origin, project, channel);
  const rows = ReleaseChannel.options.map((each, index) => ({ channel: each, release: serving[index]?.data?.[0] ?? null }));
  return (
    <Section title="Pull">
      <p className={classes.lead}>
        A client asks for a channel and gets the release, its signed manifest and the files of the harness; 304 while it has them.
      </p>
      <DataTable label="What each channel serves" rows={rows} columns={columns} rowKey={(row) => row.channel} />
      <div className={classes.head} style={{ marginTop: 12 }}>
        <SegmentedControl
          aria-label="Channel to pull"
          data={channelChoices}
          value={channel}
          onChange={(value) => set({ channel: channelParam(ReleaseChannel.parse(value)) })}
        />
        <Button
          variant="default"
          leftSection={<Icon name={clipboard.copied ? "check" : "copy"} />}
          onClick={() => clipboard.copy(line)}
        >
          {clipboard.copied ? "Copied" : "Copy the line"}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes.line} tabIndex={0}>
        {line}
      </pre>
      <p className={classes.faint}>
        The token needs the scope serve. Where nobody signs in, leave the header out. The README has the loop that verifies what
        it pulled.
      </p>
    </Section>
  );
}
