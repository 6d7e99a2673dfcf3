"use client";

import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { amountText, budgetText } from "@/components/runs/budget-form";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/page-header";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { EntryCredit, StageCredit } from "@/lib/contracts/credit";
import type { Stage } from "@/lib/contracts/evolution";
import type { RunMetrics } from "@/lib/contracts/run";
import { CreditStart } from "./credit-start";
import { CaseLinks, CreditTable } from "./credit-table";
import { creditStatusWords, removalReason } from "./credit-words";
import classes from "./evolve.module.css";
import { ReasonDialog } from "./reason-dialog";
import own from "./regression.module.css";
import { keptEntries } from "./regression-suspects";
import type { StageKey } from "./use-stage-actions";

const POLL_MS = 1_500;

interface CreditPanelProps {
  stageKey: StageKey;
  stage: Stage;
  /** Cases whose score changed. */
  changed: number;
  metrics: RunMetrics | null;
  caseHref: (id: string) => string;
  entryHref: (entry: string) => string;
}

function Running({ credit, pending, onStop }: { credit: StageCredit; pending: boolean; onStop: () => void }) {
  const share = credit.total === 0 ? 0 : (100 * credit.done) / credit.total;
  return (
    <div className={own.creditForm}>
      <div className={own.creditHead}>
        <span role="status">
          <strong>{creditStatusWords(credit)}</strong>, {amountText("calls", credit.calls)} so far, budget{" "}
          {budgetText(credit.budget)}
        </span>
        <Button variant="default" leftSection={<Icon name="stop" />} loading={pending} onClick={onStop}>
          Stop
        </Button>
      </div>
      <Progress value={share} size="sm" aria-label={`${share.toFixed(0)} per cent of the reruns done`} />
    </div>
  );
}

/** A version without these entries, as a stage of its own: says what is made before it is made. */
function RemovalDialog({ stageKey, stage, removed, onClose }: Pick<CreditPanelProps, "stageKey" | "stage"> & RemovalProps) {
  const router = useRouter();
  const without = useAction({
    mutation: queries.stages.without.mutationOptions(),
    invalidate: [queries.campaigns.key(), queries.versions.key()],
    done: "The version is made. Evaluate it next.",
    onDone: (made) => router.push(`/p/${stageKey.project}/evolve/${stageKey.campaign}/${made.id}`),
  });
  const left = keptEntries(stage.proposals).length - removed.length;
  return (
    <ReasonDialog
      title={removed.length === 1 ? `Remove: ${removed[0]?.title ?? ""}` : `Remove ${removed.length} entries`}
      action="Make the version"
      initial={removed.map(removalReason).join("\n")}
      pending={without.isPending}
      onClose={onClose}
      onSubmit={(reason) => without.mutate({ ...stageKey, entries: removed.map(({ entry }) => entry), reason })}
    >
      <p>
        Makes a version with the other {plural(left, "entry", "entries")} and a stage beside this one that evaluates it. Nothing
        is lost: this stage, its version and its run stay as they are.
      </p>
    </ReasonDialog>
  );
}

interface RemovalProps {
  removed: readonly EntryCredit[];
  onClose: () => void;
}

/** Credit by leave-one-out reruns: to begin with, while it runs, and what came of it, with the removal of what hurts. */
export function CreditPanel({ stageKey, stage, changed, metrics, caseHref, entryHref }: CreditPanelProps) {
  const { credit } = stage;
  const running = credit?.status === "running";
  const [again, setAgain] = useState(false);
  const [removed, setRemoved] = useState<readonly EntryCredit[] | null>(null);
  const invalidate = [queries.stages.get.key(), queries.campaigns.graph.key()];
  // The page shows the same query: what comes here comes there.
  useQuery({ ...queries.stages.get.queryOptions({ input: stageKey }), enabled: running, refetchInterval: POLL_MS });
  const start = useAction({ mutation: queries.stages.credit.mutationOptions(), invalidate, onDone: () => setAgain(false) });
  const stop = useAction({ mutation: queries.stages.stopCredit.mutationOptions(), invalidate });
  const kept = keptEntries(stage.proposals);
  if (kept.length === 0) {
    return (
      <EmptyState title="No entry to credit">
        The stage began with a version that was there already, so its changes are not told apart.
      </EmptyState>
    );
  }
  if (changed === 0) return <EmptyState title="Nothing to credit">No case changed its score.</EmptyState>;
  const unfinished = credit !== null && !running && credit.status !== "completed";
  const againLabel = credit === null ? "Give credit" : unfinished ? "Go on" : "Give credit again";
  const form = (onCancel?: () => void) =>
    metrics ? (
      <CreditStart
        entries={kept.length}
        changed={changed}
        metrics={metrics}
        done={unfinished ? credit.done : 0}
        label={againLabel}
        pending={start.isPending}
        onStart={(budget) => start.mutate({ ...stageKey, budget })}
        {...(onCancel ? { onCancel } : {})}
      />
    ) : null;
  if (credit === null) return form();
  const hurting = credit.entries.filter((one) => one.verdict === "hurts");
  const removable = kept.length > 1 && !running;
  return (
    <>
      {running ? (
        <Running credit={credit} pending={stop.isPending} onStop={() => stop.mutate(stageKey)} />
      ) : (
        <div className={own.creditHead}>
          <span role={credit.status === "failed" ? "alert" : undefined}>
            {creditStatusWords(credit)}{" "}
            <span className={classes.small}>
              {plural(credit.discordant, "changed case")}, {amountText("calls", credit.calls)},{" "}
              {amountText("tokens", credit.tokens)}
              {credit.cost === null ? "" : `, ${amountText("cost", credit.cost)}`}, by {credit.by}
            </span>
          </span>
          <span className={classes.row}>
            {hurting.length > 1 && hurting.length < kept.length ? (
              <Button variant="default" onClick={() => setRemoved(hurting)}>
                Remove the {hurting.length} that hurt
              </Button>
            ) : null}
            <Button variant="subtle" onClick={() => setAgain(!again)}>
              {againLabel}
            </Button>
          </span>
        </div>
      )}
      {again && !running ? form(() => setAgain(false)) : null}
      {credit.entries.length > 0 ? (
        <CreditTable
          entries={credit.entries}
          caseHref={caseHref}
          entryHref={entryHref}
          onRemove={removable ? (entry) => setRemoved([entry]) : null}
          whyNot={running ? "Wait for the reruns to end" : "It is the stage's only entry: roll the stage back instead"}
        />
      ) : null}
      {credit.unexplained.length > 0 && !running ? (
        <details>
          <summary>
            {plural(credit.unexplained.length, "changed case")} that no single entry explains: several do it together, or it is
            noise
          </summary>
          <CaseLinks cases={credit.unexplained} caseHref={caseHref} />
        </details>
      ) : null}
      {removed ? <RemovalDialog stageKey={stageKey} stage={stage} removed={removed} onClose={() => setRemoved(null)} /> : null}
    </>
  );
}

/** The credit of a stage as a part of its page. */
export function CreditSection(props: CreditPanelProps) {
  return (
    <Section title="Which entry did it" aside={<span>Each entry left out once, on the changed cases alone.</span>}>
      <CreditPanel {...props} />
    </Section>
  );
}
