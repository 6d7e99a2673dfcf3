"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import { channelWords } from "./channel-words";
import classes from "./releases.module.css";

interface ReleaseConflictProps {
  project: string;
  channel: ReleaseChannel;
  conflict: { current: string; by?: string; at?: string };
  onLook: () => void;
}

/** Two people moved a channel at once; the other one was first. */
export function ReleaseConflict({ project, channel, conflict, onLook }: ReleaseConflictProps) {
  const releases = useQuery(queries.releases.list.queryOptions({ input: { project, channel } }));
  const now = releases.data?.[0];
  return (
    <div role="alert" className={classes.conflict}>
      <h3>
        <Icon name="warning" /> {channelWords[channel]} moved while you were deciding
      </h3>
      <p>
        {conflict.by ?? now?.actor ?? "Somebody"} moved it
        {now && (
          <>
            {" "}
            to <strong>{now.versionName}</strong> (<code>{now.version.slice(0, 8)}</code>)
          </>
        )}
        {(conflict.at ?? now?.createdAt) && (
          <>
            {" "}
            <RelativeTime at={conflict.at ?? now?.createdAt ?? ""} />
          </>
        )}
        {now?.reason && <>: {now.reason}</>}
      </p>
      <p>Your move was not made. Look at what serves now, then decide again.</p>
      <Button mt="xs" variant="default" onClick={onLook}>
        Decide again from here
      </Button>
    </div>
  );
}
