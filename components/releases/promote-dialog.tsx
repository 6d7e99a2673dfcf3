"use client";
import { Button, Modal, Select, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { conflictOf } from "@/components/ui/describe-error";
import { formatShare } from "@/components/ui/format";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Release } from "@/lib/contracts/release";
import { ReleaseConflict } from "./release-conflict";
import classes from "./releases.module.css";

const NO_RUN = "none";
/** An id that no endpoint can have. */
const NO_ENDPOINT = "-";

interface PromoteDialogProps {
  project: string;
  current: Release | null;
  /** Hash, or its beginning, of the version to begin with. */
  version: string | null;
  run: string | null;
  onClose: () => void;
}

export function PromoteDialog({ project, current, version, run, onClose }: PromoteDialogProps) {
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const [picked, setPicked] = useState<string | null>(null);
  const [pickedRun, setPickedRun] = useState<string | null>(run);
  const [pickedEndpoint, setPickedEndpoint] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  // The release on the screen when the dialog opened: a move since then is a conflict, not an unseen overwrite.
  const [expected, setExpected] = useState(current?.id ?? null);
  const chosen = picked ?? versions.data?.find((each) => version !== null && each.hash.startsWith(version))?.hash ?? null;
  const runs = useQuery({
    ...queries.runs.list.queryOptions({ input: { project, version: chosen ?? "", limit: 50 } }),
    enabled: chosen !== null,
  });
  const completed = (runs.data?.items ?? []).filter((each) => each.status === "completed");
  const behind = completed.find((each) => each.id === pickedRun) ?? (pickedRun === NO_RUN ? undefined : completed[0]);
  const standing = pickedEndpoint ?? behind?.endpoint ?? current?.endpoint ?? null;
  const endpoint = standing === NO_ENDPOINT ? null : standing;
  const promote = useAction({
    mutation: queries.releases.promote.mutationOptions(),
    done: (release) => `${release.versionName} serves in production`,
    invalidate: [queries.releases.key(), queries.projects.key(), queries.versions.key()],
    onDone: onClose,
    quiet: (error) => conflictOf(error) !== null,
  });
  const conflict = conflictOf(promote.error);
  const same = chosen !== null && chosen === current?.version;
  return (
    <Modal opened onClose={onClose} title="Promote to production">
      <ReturnFocus />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === null) return;
          promote.mutate({
            project,
            version: chosen,
            run: behind?.id ?? null,
            endpoint,
            reason: reason.trim(),
            expectedRelease: expected,
          });
        }}
      >
        <p className={classes.faint}>
          {current
            ? `Production serves ${current.versionName} (${current.version.slice(0, 8)}). It can be brought back from the history.`
            : "Production serves nothing yet."}
        </p>
        <Select
          label="Version"
          mt="sm"
          searchable
          required
          openOnFocus={false}
          data-autofocus
          allowDeselect={false}
          value={chosen}
          placeholder="Choose a version"
          nothingFoundMessage="No such version"
          error={same ? "This version serves already." : null}
          data={(versions.data ?? [])
            .filter((each) => each.kind === "agent")
            .map((each) => ({
              value: each.hash,
              label: `${each.name} · ${each.hash.slice(0, 8)}${each.errors > 0 ? " · has errors" : ""}`,
            }))}
          onChange={(value) => {
            setPicked(value);
            setPickedRun(null);
          }}
        />
        <Select
          label="Run that stands behind it"
          description={
            chosen !== null && runs.data && completed.length === 0
              ? "No run of this version is complete: it would be promoted without evidence."
              : undefined
          }
          mt="sm"
          allowDeselect={false}
          disabled={chosen === null}
          value={behind?.id ?? NO_RUN}
          data={[
            ...completed.map((each) => ({
              value: each.id,
              label: `${each.datasetName} · AVG ${formatShare(each.avg.mean)} % · n ${each.avg.n}${
                each.embedded ? " · stand-in policy" : ` · ${each.endpointName}`
              }`,
            })),
            { value: NO_RUN, label: "None" },
          ]}
          onChange={(value) => {
            setPickedRun(value);
            setPickedEndpoint(null);
          }}
        />
        <Select
          label="Endpoint that serves it"
          description={endpoint === null ? "Without one, requests to /api/respond are refused." : undefined}
          mt="sm"
          clearable
          value={endpoint}
          placeholder="None"
          data={(endpoints.data ?? []).map((each) => ({ value: each.id, label: each.name }))}
          onChange={(value) => setPickedEndpoint(value ?? NO_ENDPOINT)}
        />
        <Textarea
          label="Reason"
          mt="sm"
          required
          autosize
          minRows={2}
          maxLength={2_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {conflict && (
          <ReleaseConflict
            project={project}
            conflict={conflict}
            onLook={() => {
              setExpected(current?.id ?? null);
              promote.reset();
            }}
          />
        )}
        <Button
          type="submit"
          mt="md"
          loading={promote.isPending}
          disabled={chosen === null || same || reason.trim() === "" || conflict !== null}
        >
          Promote
        </Button>
      </form>
    </Modal>
  );
}
