"use client";
import { Button, Select, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useMay } from "@/components/people/use-may";
import { formatShare } from "@/components/ui/format";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { Release } from "@/lib/contracts/release";
import type { GateReport, ReleaseChannel } from "@/lib/contracts/release-gate";
import type { VersionListItem } from "@/lib/contracts/version";
import { channelWords } from "./channel-words";
import { failedGates } from "./gate-words";
import { movedMeanwhile, needsSecondPerson } from "./moved-meanwhile";
import { NameField } from "./name-field";
import { OverrideFields } from "./override-fields";
import { overrideLacks } from "./override-lacks";
import { ReleaseConflict } from "./release-conflict";
import classes from "./releases.module.css";
import { useOwnName } from "./use-own-name";

const NO_RUN = "none";

interface PromoteFormProps {
  project: string;
  channel: ReleaseChannel;
  current: Release | null;
  versions: readonly VersionListItem[];
  version: string | null;
  endpoint: string | null;
  run: string | null;
  /** The address names a version that is not there. */
  unknown: boolean;
  /** What the gates say of this pair; undefined while they are not asked or have not answered. */
  report: GateReport | undefined;
  /** The channel serves exactly this already. */
  same: boolean;
  expected: string | null;
  onLook: () => void;
  onChoose: (change: { promote?: string; endpoint?: string; run?: string | null }) => void;
  onClose: () => void;
}

/** What is to serve and why; with gates that do not pass, the way past them. */
export function PromoteForm(props: PromoteFormProps) {
  const { project, channel, current, versions, version, endpoint, run, report, same, expected, onChoose, onClose } = props;
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const settings = useQuery(queries.gates.settings.queryOptions({ input: { project } }));
  const runs = useQuery({
    ...queries.runs.list.queryOptions({ input: { project, version: version ?? "", limit: 50 } }),
    enabled: version !== null,
  });
  const [reason, setReason] = useState("");
  const [override, setOverride] = useState<string | null>(null);
  const { name } = useOwnName();
  const { why } = useMay("releaser", project);
  const completed = (runs.data?.items ?? []).filter((each) => each.status === "completed");
  const ofGates = completed.find((each) => report?.gates.some((gate) => gate.runs.includes(each.id)));
  const behind = run === NO_RUN ? undefined : (completed.find((each) => each.id === run) ?? ofGates ?? completed[0]);
  const failed = report ? failedGates(report) : [];
  const where = channelWords[channel].toLowerCase();
  const quiet = (error: Error) => movedMeanwhile(error) !== null || needsSecondPerson(error);
  const invalidate = [
    queries.releases.key({ type: "query" }),
    queries.gates.report.key(),
    queries.projects.key(),
    queries.versions.key(),
  ];
  const promote = useAction({
    mutation: queries.releases.promote.mutationOptions(),
    done: (release) => `${release.versionName} serves in ${where}`,
    invalidate,
    onDone: onClose,
    quiet,
  });
  const ask = useAction({
    mutation: queries.releases.request.mutationOptions(),
    done: (request) => `${request.versionName} waits for a second person`,
    invalidate,
    onDone: onClose,
    quiet,
  });
  const second = (settings.data?.[0]?.settings.secondPerson.includes(channel) ?? false) || needsSecondPerson(promote.error);
  const action = second ? ask : promote;
  const conflict = movedMeanwhile(action.error);
  const missing =
    version === null
      ? "Choose a version."
      : endpoint === null
        ? "Choose a policy."
        : same
          ? "This serves already."
          : conflict !== null
            ? "The channel moved: look at it first."
            : report === undefined
              ? "The gates have not answered yet."
              : (overrideLacks(failed, override, name) ??
                (reason.trim() === "" ? "Say why." : second && name === "" ? "Asking needs your name." : null));
  const lacks = why ?? missing;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (lacks !== null || version === null || action.isPending) return;
    action.mutate({
      project,
      channel,
      version,
      endpoint,
      run: behind?.id ?? null,
      reason: reason.trim(),
      override: failed.length > 0 && override !== null ? override.trim() : null,
      expectedRelease: expected,
    });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Select
        label="Version"
        searchable
        required
        openOnFocus={false}
        autoFocus={version === null}
        allowDeselect={false}
        value={version}
        placeholder="Choose a version"
        nothingFoundMessage="No such version"
        error={props.unknown ? "The version that the address names is not there." : null}
        data={versions
          .filter((each) => each.kind === "agent")
          .map((each) => ({
            value: each.hash,
            label: `${each.name} · ${each.hash.slice(0, 8)}${each.hash === current?.version ? " · serves now" : ""}${each.errors > 0 ? " · has errors" : ""}`,
          }))}
        onChange={(value) => value && onChoose({ promote: value.slice(0, 12), run: null })}
      />
      <Select
        label="Policy"
        description="The endpoint that answers with it."
        required
        searchable
        openOnFocus={false}
        allowDeselect={false}
        value={endpoint}
        placeholder="Choose an endpoint"
        data={(endpoints.data ?? []).map((each) => ({
          value: each.id,
          label: `${each.name} · ${each.model}${each.checkpoint === "" ? "" : `, ${each.checkpoint}`}${isStandIn(each) ? " · stand-in policy" : ""}${each.id === current?.endpoint ? " · serves now" : ""}`,
        }))}
        onChange={(value) => value && onChoose({ endpoint: value })}
      />
      {version !== null && (
        <Select
          label="Run shown with the release"
          description={
            runs.data && completed.length === 0 ? "No run of this version is complete." : "Its scores stand beside what serves."
          }
          allowDeselect={false}
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
          onChange={(value) => onChoose({ run: value })}
        />
      )}
      <Textarea
        label="Reason"
        description="Kept with the release."
        required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {!same && failed.length > 0 && <OverrideFields gates={failed} value={override} onChange={setOverride} />}
      {second && name === "" && override === null && <NameField description="A promotion is asked for in a person's name." />}
      {second && (
        <p className={classes.small}>
          {channelWords[channel]} asks for a second person: it serves once somebody else approves it.
        </p>
      )}
      {conflict && (
        <ReleaseConflict
          project={project}
          channel={channel}
          conflict={conflict}
          onLook={() => {
            props.onLook();
            action.reset();
          }}
        />
      )}
      <div className={classes.submit}>
        <Button
          type="submit"
          loading={action.isPending}
          disabled={lacks !== null}
          color={failed.length > 0 ? "orange.9" : undefined}
        >
          {second ? "Ask for a second person" : `Promote to ${where}`}
        </Button>
        <span className={classes.faint} role="status">
          {lacks}
        </span>
      </div>
    </form>
  );
}
