"use client";
import { Button, Modal, Radio, Textarea } from "@mantine/core";
import { useState } from "react";
import { useMay } from "@/components/people/use-may";
import { RelativeTime } from "@/components/ui/relative-time";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { type Evidence, Release } from "@/lib/contracts/release";
import { channelWords } from "./channel-words";
import { EvidenceList } from "./evidence-list";
import { EvidencePicker } from "./evidence-picker";
import { movedMeanwhile } from "./moved-meanwhile";
import { ReleaseConflict } from "./release-conflict";
import classes from "./releases.module.css";
import { canGoBack, policyText, switchedWords } from "./switches";

interface RollbackDialogProps {
  project: string;
  current: Release | null;
  /** The release whose version and policy are to serve again. */
  target: Release;
  onClose: () => void;
}

export function RollbackDialog({ project, current, target, onClose }: RollbackDialogProps) {
  const [reason, setReason] = useState("");
  const [evidence, setEvidence] = useState<Evidence[]>([]);
  const [picked, setPicked] = useState<Release["switched"] | null>(null);
  const [expected, setExpected] = useState(current?.id ?? null);
  const { may, why } = useMay("releaser", project);
  const possible = canGoBack(current, target);
  const what = picked !== null && possible.includes(picked) ? picked : (possible[0] ?? "both");
  const { channel } = target;
  const name = channelWords[channel].toLowerCase();
  const rollback = useAction({
    mutation: queries.releases.rollback.mutationOptions(),
    done: (release) => `${release.versionName} serves in ${name} again`,
    invalidate: [
      queries.releases.key({ type: "query" }),
      queries.gates.report.key(),
      queries.projects.key(),
      queries.versions.key(),
    ],
    onDone: onClose,
    quiet: (error) => movedMeanwhile(error) !== null,
  });
  const conflict = movedMeanwhile(rollback.error);
  const harness = what === "policy" && current ? current : target;
  const policy = what === "harness" && current ? current : target;
  return (
    <Modal opened onClose={onClose} title={`Roll ${name} back`} size={640}>
      <ReturnFocus />
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          rollback.mutate({
            project,
            release: target.id,
            what,
            reason: reason.trim(),
            evidence,
            expectedRelease: expected,
          });
        }}
      >
        <p>
          To what {target.actor} released <RelativeTime at={target.createdAt} />, number {target.sequence} of the history.
        </p>
        {possible.length > 1 && (
          <Radio.Group label="What goes back" value={what} onChange={(value) => setPicked(Release.shape.switched.parse(value))}>
            <div className={classes.radios}>
              {possible.map((each) => (
                <Radio key={each} value={each} label={switchedWords[each]} />
              ))}
            </div>
          </Radio.Group>
        )}
        <dl className={classes.willServe}>
          <dt>Serves now</dt>
          <dd>{current ? `${current.versionName} (${current.version.slice(0, 8)}) with ${policyText(current)}` : "nothing"}</dd>
          <dt>Will serve</dt>
          <dd>
            <strong>{harness.versionName}</strong> ({harness.version.slice(0, 8)}) with <strong>{policyText(policy)}</strong>
          </dd>
        </dl>
        <p className={classes.faint}>
          No gate blocks a rollback. Nothing is lost: the move is a new line in the history and can be undone there.
        </p>
        <Textarea
          label="Reason"
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          {evidence.length > 0 && (
            <EvidenceList
              project={project}
              evidence={evidence}
              onRemove={(index) => setEvidence(evidence.filter((_, other) => other !== index))}
            />
          )}
          <EvidencePicker
            project={project}
            version={current?.version ?? null}
            onAdd={(added) => setEvidence([...evidence, added])}
          />
        </div>
        {conflict && (
          <ReleaseConflict
            project={project}
            channel={channel}
            conflict={conflict}
            onLook={() => {
              setExpected(current?.id ?? null);
              rollback.reset();
            }}
          />
        )}
        <div className={classes.submit}>
          <Button
            type="submit"
            loading={rollback.isPending}
            disabled={!may || reason.trim() === "" || conflict !== null || possible.length === 0}
          >
            Roll back
          </Button>
          {why !== null && <span className={classes.faint}>{why}</span>}
          {possible.length === 0 && <span className={classes.faint}>This serves already.</span>}
          {evidence.length === 0 && possible.length > 0 && <span className={classes.faint}>Without evidence.</span>}
        </div>
      </form>
    </Modal>
  );
}
