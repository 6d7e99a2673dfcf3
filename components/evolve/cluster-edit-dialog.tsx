"use client";

import { Button, Checkbox, Modal, Select, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { plural } from "@/components/ui/format";
import { ReturnFocus } from "@/components/ui/return-focus";
import type { ClusterEdit } from "@/lib/contracts/cluster-edit";
import { type Cluster, Owner } from "@/lib/contracts/evolution";
import { orderClusters } from "./cluster-state";
import { ConflictNotice } from "./conflict-notice";
import classes from "./evolve.module.css";
import review from "./review.module.css";

export type ClusterAsking = "rename" | "merge" | "split" | "move";

interface ClusterEditDialogProps {
  asking: ClusterAsking;
  cluster: Cluster;
  clusters: readonly Cluster[];
  /** Cases that are ticked, for a split or a move. */
  ticked: readonly string[];
  pending: boolean;
  error: unknown;
  onSubmit: (edit: ClusterEdit) => void;
  onReload: () => void;
  onClose: () => void;
}

const LONG_TAIL = "";
const LABEL_MAX = 120;

const titles: Record<ClusterAsking, string> = {
  rename: "Rename the cluster",
  merge: "Merge clusters",
  split: "Split the cluster",
  move: "Move cases",
};

interface Fields {
  label: string;
  cause: string;
  owner: Owner;
  others: string[];
  to: string | null;
}

/** The edit for the API; null while something is missing. */
function editOf(asking: ClusterAsking, cluster: Cluster, ticked: readonly string[], fields: Fields): ClusterEdit | null {
  const label = fields.label.trim();
  switch (asking) {
    case "rename":
      return label === ""
        ? null
        : {
            kind: "rename",
            cluster: cluster.id,
            label,
            owner: fields.owner,
            ...(fields.cause.trim() === "" ? {} : { cause: fields.cause.trim() }),
          };
    case "merge":
      if (fields.others.length === 0) return null;
      return { kind: "merge", clusters: [cluster.id, ...fields.others], ...(label === "" ? {} : { label }) };
    case "split":
      return label === "" ? null : { kind: "split", cluster: cluster.id, cases: [...ticked], label };
    case "move":
      return fields.to === null ? null : { kind: "move", cases: [...ticked], to: fields.to === LONG_TAIL ? null : fields.to };
  }
}

/** Renames, merges, splits a cluster or moves cases of it. What a person made so is kept by the next diagnosis. */
export function ClusterEditDialog(props: ClusterEditDialogProps) {
  const { asking, cluster, clusters, ticked, pending, error, onSubmit, onReload, onClose } = props;
  const [fields, setFields] = useState<Fields>({
    label: asking === "split" ? "" : cluster.label.slice(0, LABEL_MAX),
    cause: cluster.cause.slice(0, 600),
    owner: cluster.owner,
    others: [],
    to: null,
  });
  const change = (next: Partial<Fields>) => setFields((before) => ({ ...before, ...next }));
  const others = orderClusters(clusters).filter((item) => item.id !== cluster.id);
  const edit = editOf(asking, cluster, ticked, fields);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edit && !pending) onSubmit(edit);
  };
  const named =
    asking === "move" ? null : (
      <TextInput
        label={asking === "split" ? "Name of the new cluster" : "Name"}
        maxLength={LABEL_MAX}
        {...(asking === "merge" ? {} : { "data-autofocus": true })}
        value={fields.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
    );
  return (
    <Modal opened onClose={onClose} title={titles[asking]} size="md">
      <ReturnFocus />
      <form className={classes.form} onSubmit={submit}>
        {asking === "merge" ? (
          <Checkbox.Group
            label={`Take into “${cluster.label.length > 60 ? `${cluster.label.slice(0, 59)}…` : cluster.label}”`}
            value={fields.others}
            onChange={(value) => change({ others: value })}
          >
            <div className={review.choices}>
              {others.map((item, index) => (
                <Checkbox
                  {...(index === 0 ? { "data-autofocus": true } : {})}
                  key={item.id}
                  value={item.id}
                  label={`${item.label} (${plural(item.cases.length, "case")})`}
                />
              ))}
            </div>
          </Checkbox.Group>
        ) : null}
        {asking === "split" || asking === "move" ? (
          <p className={review.clipped}>
            {plural(ticked.length, "case")}: {ticked.join(", ")}
          </p>
        ) : null}
        {asking === "move" ? (
          <Select
            label="To"
            data-autofocus
            searchable
            placeholder="Another cluster"
            data={[
              ...others.filter((item) => !item.longTail).map((item) => ({ value: item.id, label: item.label })),
              { value: LONG_TAIL, label: "The long tail: no cluster of its own" },
            ]}
            value={fields.to}
            onChange={(to) => change({ to })}
          />
        ) : null}
        {named}
        {asking === "rename" ? (
          <>
            <Textarea
              label="Cause"
              autosize
              minRows={2}
              maxRows={6}
              maxLength={600}
              value={fields.cause}
              onChange={(event) => change({ cause: event.currentTarget.value })}
            />
            <Select
              label="Who should own the repair"
              allowDeselect={false}
              data={Owner.options}
              value={fields.owner}
              onChange={(value) => change({ owner: Owner.catch(cluster.owner).parse(value) })}
            />
          </>
        ) : null}
        <p className={classes.small}>The cluster is then yours: the next diagnosis of the campaign keeps it.</p>
        {error ? <ConflictNotice error={error} onReload={onReload} /> : null}
        <div className={classes.end}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={edit === null} loading={pending}>
            {asking === "rename" ? "Rename" : asking === "merge" ? "Merge" : asking === "split" ? "Split" : "Move"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
