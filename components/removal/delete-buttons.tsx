"use client";
import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/people/use-may";
import { projectHref } from "@/components/shell/sections";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Dataset } from "@/lib/contracts/case";
import type { Project } from "@/lib/contracts/project";
import type { Run } from "@/lib/contracts/run";
import { DeleteDialog } from "./delete-dialog";
import { useUndo } from "./use-undo";

function DeleteButton({ label, why, onClick }: { label: string; why: string | null; onClick: () => void }) {
  return (
    <Button variant="subtle" color="red" disabled={why !== null} title={why ?? undefined} onClick={onClick}>
      {label}
    </Button>
  );
}

export function DeleteRun({ run }: { run: Run }) {
  const [open, setOpen] = useState(false);
  const { why } = useMay("developer", run.project);
  const router = useRouter();
  const { offer } = useUndo();
  const remove = useAction({
    mutation: queries.runs.remove.mutationOptions(),
    invalidate: [queries.runs.list.key(), queries.projects.key(), queries.storage.key()],
    onDone: () => {
      offer("run", run.id, `The run of ${run.versionName}`);
      router.push(projectHref(run.project, "/runs"));
    },
    quiet: () => true,
  });
  return (
    <>
      <DeleteButton label="Delete" why={why} onClick={() => setOpen(true)} />
      {open && (
        <DeleteDialog
          what="this run"
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ project: run.project, run: run.id })}
          onClose={() => setOpen(false)}
        >
          <p>
            Its {run.counts.done} results go with their trajectories. A run that a stage, a release, a calibration or a noise
            floor rests on stays.
          </p>
        </DeleteDialog>
      )}
    </>
  );
}

export function DeleteDataset({ dataset }: { dataset: Dataset }) {
  const [open, setOpen] = useState(false);
  const { why } = useMay("developer", dataset.project);
  const router = useRouter();
  const { offer } = useUndo();
  const remove = useAction({
    mutation: queries.datasets.remove.mutationOptions(),
    invalidate: [queries.datasets.list.key(), queries.runs.list.key(), queries.projects.key(), queries.storage.key()],
    onDone: () => {
      offer("dataset", dataset.id, dataset.name);
      router.push(projectHref(dataset.project, "/cases"));
    },
    quiet: () => true,
  });
  return (
    <>
      <DeleteButton label="Delete" why={why} onClick={() => setOpen(true)} />
      {open && (
        <DeleteDialog
          what={`the set ${dataset.name}`}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ project: dataset.project, dataset: dataset.id })}
          onClose={() => setOpen(false)}
        >
          <p>
            Its {dataset.cases} cases go, in every version of the set, and every run on them. A set that a campaign, a release, a
            calibration or the gates rest on stays.
          </p>
        </DeleteDialog>
      )}
    </>
  );
}

export function DeleteProject({ project }: { project: Project }) {
  const [open, setOpen] = useState(false);
  const { may } = useMay("admin", project.id);
  const router = useRouter();
  const { offer } = useUndo();
  const remove = useAction({
    mutation: queries.projects.remove.mutationOptions(),
    invalidate: [queries.projects.list.key(), queries.storage.key()],
    onDone: () => {
      offer("project", project.id, project.name);
      router.push("/?all");
    },
    quiet: () => true,
  });
  if (!may) return null;
  return (
    <>
      <DeleteButton label="Delete project" why={null} onClick={() => setOpen(true)} />
      {open && (
        <DeleteDialog
          what={`the project ${project.name}`}
          typed={project.id}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ project: project.id })}
          onClose={() => setOpen(false)}
        >
          <p>
            Its channels stop serving at once: whoever asks the agent, or pulls a release, gets nothing. Versions, case sets,
            runs, campaigns and releases are hidden. The audit log stays.
          </p>
        </DeleteDialog>
      )}
    </>
  );
}
