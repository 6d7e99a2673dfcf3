"use client";
import { Button, Group, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { QueryState } from "@/components/ui/query-state";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Run } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import classes from "./runs.module.css";

function RejudgeDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const router = useRouter();
  const { project } = run;
  const judges = useQuery(queries.judges.list.queryOptions({ input: { project } }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [concurrency, setConcurrency] = useState(run.settings.concurrency);
  const [reason, setReason] = useState("");
  const dataset = useQuery(queries.datasets.get.queryOptions({ input: { project, dataset: run.dataset } }));
  const role = dataset.data?.role ?? "dev";
  const judge = judges.data?.find((item) => item.id === chosen) ?? judges.data?.[0];
  const start = useAction({
    mutation: queries.runs.rejudge.mutationOptions(),
    invalidate: [queries.runs.list.key(), queries.judges.key()],
    onDone: (made) => {
      onClose();
      router.push(`/p/${project}/runs/${made.id}`);
    },
  });
  const same = judge !== undefined && judge.version === run.judge?.version;
  return (
    <Modal opened onClose={onClose} title="Judge the replies anew">
      <ReturnFocus />
      <QueryState query={judges} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No judge yet"
              action={
                <Button component={Link} href={`/p/${project}/runs/judges`}>
                  To the judges
                </Button>
              }
            />
          ) : (
            <form
              className={classes.dialogForm}
              onSubmit={(event) => {
                event.preventDefault();
                const why = reason.trim() === "" ? {} : { reason: reason.trim() };
                if (judge) start.mutate({ project, run: run.id, judge: judge.id, concurrency, ...why });
              }}
            >
              <Select
                label="Judge"
                allowDeselect={false}
                data-autofocus
                data={rows.map((item) => ({
                  value: item.id,
                  label: `${item.name} · ${item.version.slice(0, 8)} · ${plural(item.voters.length, "voter")}`,
                }))}
                value={judge?.id ?? null}
                onChange={setChosen}
              />
              <NumberInput
                label="Cases at once"
                min={1}
                max={256}
                value={concurrency}
                onChange={(value) => {
                  const parsed = RunSettings.shape.concurrency.safeParse(value);
                  if (parsed.success) setConcurrency(parsed.data);
                }}
              />
              {role === "dev" ? null : (
                <TextInput
                  label="Why look at this set again"
                  required={role === "vault"}
                  maxLength={2_000}
                  value={reason}
                  onChange={(event) => setReason(event.currentTarget.value)}
                />
              )}
              <p className={classes.small}>
                The stored replies are scored as a run of their own. No policy is called.
                {same ? " This run was scored by this very version already." : ""}
              </p>
              <Group gap="xs">
                <Button type="submit" loading={start.isPending} disabled={!judge}>
                  Start
                </Button>
                <Button variant="default" onClick={onClose}>
                  Cancel
                </Button>
              </Group>
            </form>
          )
        }
      </QueryState>
    </Modal>
  );
}

/** A button and its dialog: scores the stored replies of an ended run with a judge. */
export function RejudgeButton({ run }: { run: Run }) {
  const [opened, setOpened] = useState(false);
  const live = run.status === "queued" || run.status === "running" || run.status === "paused";
  return (
    <>
      <Button
        variant="default"
        disabled={live}
        title={live ? "When the run has ended" : undefined}
        onClick={() => setOpened(true)}
      >
        Judge anew
      </Button>
      {opened ? <RejudgeDialog run={run} onClose={() => setOpened(false)} /> : null}
    </>
  );
}
