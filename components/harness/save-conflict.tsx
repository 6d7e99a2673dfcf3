"use client";
import { Button, Group } from "@mantine/core";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Version } from "@/lib/contracts/version";

interface SaveConflictProps {
  version: Version;
  /** `current` names the version that is there now. */
  conflict: { current: string; by?: string; at?: string };
  pending: boolean;
  onBranch: () => void;
  onCancel: () => void;
}

/** Nothing is lost: the changes stay in the editor, and the reader chooses between looking first and saving beside. */
export function SaveConflict({ version, conflict, pending, onBranch, onCancel }: SaveConflictProps) {
  const hash = /[0-9a-f]{8,64}/.exec(conflict.current)?.[0];
  return (
    <>
      <p>
        {conflict.by ?? "Somebody"} saved another version on {version.name} ({version.hash.slice(0, 8)})
        {conflict.at && (
          <>
            {" "}
            <RelativeTime at={conflict.at} />
          </>
        )}
        , after you began to edit it: <strong>{hash ? hash.slice(0, 8) : conflict.current}</strong>. Your changes are kept here.
      </p>
      <Group mt="md" gap="xs">
        {hash && (
          <Button
            component={Link}
            href={projectHref(version.project, `/harness/compare?base=${version.hash.slice(0, 12)}&head=${hash.slice(0, 12)}`)}
            target="_blank"
            leftSection={<Icon name="compare" />}
          >
            See what they changed
          </Button>
        )}
        <Button variant="default" loading={pending} onClick={onBranch}>
          Save mine as a branch
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Go on editing
        </Button>
      </Group>
    </>
  );
}
