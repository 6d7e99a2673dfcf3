import "server-only";
import { type StoredStage, updateCampaign, updateStage } from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { findCredit } from "@/db/credit-repository";
import { findEndpoint } from "@/db/endpoint-repository";
import type { DecisionKind, Stage } from "@/lib/contracts/evolution";
import { OPERATOR, reaches, roleIn } from "../access/principal";
import { AppError, badRequest, conflict } from "../app-error";
import { p0Of, prepareP0 } from "../broken-p0";
import { isCompleted, isRejectedEarly, toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireStage } from "../lookups";
import { prepareGates } from "../release/gate-evidence";
import { servesAlready } from "../release/promotion-plan";
import { promoteWithin } from "./releases";
import { findStageOf, requireUndecided, type StageKey } from "./stages";

type Decision = StageKey & {
  kind: DecisionKind;
  reason: string;
  override?: string | null;
  expectedRelease?: string | null | undefined;
  acceptedP0?: readonly string[];
};

/** Refuses a promotion that breaks a P0 case which the person did not name; answers those that were broken. */
function requireP0Named(store: Store, stage: StoredStage, named: readonly string[]): string[] {
  const { broken, problem } = p0Of(store, stage, named);
  if (!problem) return broken;
  throw conflict(`The stage ${problem.text}. To promote it all the same, name each of them.`, { current: problem.cases });
}

function prepareGatesOf(store: Store, of: { project: string; version: string | null; endpoint: string }): void {
  const { project, version, endpoint } = of;
  if (version !== null && findEndpoint(store, endpoint))
    prepareGates(store, { project, channel: "production", version, endpoint });
}

/** Deciding a stage takes a developer; moving production with it takes what every promotion takes. */
function requireReleaser({ principal = OPERATOR }: Context, project: string): void {
  const role = roleIn(principal, project);
  if (!reaches(role, "releaser"))
    throw new AppError("FORBIDDEN", `kind: to promote takes the role releaser in ${project}; you are ${role ?? "nobody"}.`);
  if (principal.scopes && !principal.scopes.includes("release"))
    throw new AppError("FORBIDDEN", "kind: to promote takes a token with the scope release.");
}

/** Titles of the entries that hurt as far as the stage's credit knows. */
function hurtful(store: Store, stage: string): string[] {
  const entries = findCredit(store, stage)?.entries ?? [];
  return entries.filter(({ verdict }) => verdict === "hurts").map(({ title }) => title);
}

/**
 * Records a person's decision. Promote also moves production, in the same step, under the rules of every
 * promotion; stop also ends the campaign. Promote needs a
 * completed run, and the id of every P0 case that the stage broke; another stage needs one too, but for a stage whose run was
 * ended early, from whose parent the campaign then goes on.
 */
export function decideStage(context: Context, input: Decision): Stage {
  const { kind, reason, project } = input;
  const { studio } = context;
  // Compared before the transaction, which then finds it ready.
  if (kind === "promote") {
    requireReleaser(context, project);
    const { campaign, stage } = findStageOf(studio.database, input);
    prepareP0(studio.database, stage);
    prepareGatesOf(studio.database, { project, version: stage.version, endpoint: campaign.endpoint });
  }
  const decided = studio.database.transaction(
    (tx) => {
      const { campaign, stage } = findStageOf(tx, input);
      requireUndecided(stage);
      const early = isRejectedEarly(tx, stage.run);
      if (kind === "promote" && early)
        throw badRequest("kind: its run was ended early as not good enough; run the rest of it first");
      if ((kind === "promote" || kind === "another-stage") && !early && !isCompleted(tx, stage.run)) {
        throw badRequest("kind: the stage is not evaluated yet");
      }
      const acceptedP0 = kind === "promote" ? requireP0Named(tx, stage, input.acceptedP0 ?? []) : [];
      const hurts = kind === "promote" ? hurtful(tx, stage.id) : [];
      if (kind === "promote" && stage.version) {
        if (input.expectedRelease === undefined) throw badRequest("expectedRelease: name the release you saw in production");
        const { version, run } = stage;
        const move = { project, version, endpoint: campaign.endpoint, expectedRelease: input.expectedRelease };
        // A second person may have let it through meanwhile; the decision is then written down alone.
        if (!servesAlready(tx, move))
          promoteWithin(tx, context, { ...move, channel: "production", run, reason, override: input.override ?? null });
        updateCampaign(tx, campaign.id, { selectedStage: stage.id });
      }
      if (kind === "rollback" && campaign.selectedStage === stage.id) {
        updateCampaign(tx, campaign.id, { selectedStage: stage.parent });
      }
      if (kind === "stop") updateCampaign(tx, campaign.id, { status: "stopped" });
      updateStage(tx, stage.id, {
        step: "decided",
        decision: { kind, reason, by: context.actor, at: timestamp(), acceptedP0 },
      });
      recordAudit(tx, context, {
        action: "stage-decided",
        project,
        subject: `stage:${stage.id}`,
        detail: {
          ...{ campaign: campaign.id, kind, reason },
          ...(acceptedP0.length > 0 && { acceptedP0 }),
          ...(hurts.length > 0 && { hurts }),
        },
      });
      return toStage(tx, requireStage(tx, campaign.id, stage.id));
    },
    { behavior: "immediate" },
  );
  studio.stageEvents.notify(decided.id);
  if (kind === "promote") studio.releaseEvents.notify(project);
  return decided;
}
