import "server-only";
import type { Store } from "@/db/client";
import { findRelease, listReleases, releaseRecord } from "@/db/release-repository";
import type { Evidence, Release, ReleaseDetail } from "@/lib/contracts/release";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import { notFound } from "../app-error";
import { requireNoBrokenP0 } from "../broken-p0";
import type { Context } from "../context";
import { requireProject } from "../lookups";
import { moveChannel } from "../release/move-channel";
import { passGates, prepareForGates } from "../release/pass-gates";
import { type PromotionInput, planPromotion } from "../release/promotion-plan";
import { planRollback } from "../release/rollback-plan";
import { requireOnePersonIsEnough } from "../release/second-person";
import { verifyFully } from "../release/verification";

export function allReleases({ studio }: Context, input: { project: string; channel: ReleaseChannel }): Release[] {
  requireProject(studio.database, input.project);
  return listReleases(studio.database, input.project, input.channel);
}

/** One release with its gates and its manifest; what would be served is verified anew. */
export function releaseDetail({ studio }: Context, input: { project: string; release: string }): ReleaseDetail {
  const { database } = studio;
  requireProject(database, input.project);
  const release = findRelease(database, input.project, input.release);
  const record = releaseRecord(database, input.project, input.release);
  if (!release || !record) throw notFound("release", input.release);
  const { gates, manifest, manifestHash, signature, publicKey } = record;
  return {
    release,
    gates,
    manifest: manifest && manifestHash !== null ? { manifest, hash: manifestHash, signature, publicKey } : null,
    verification: verifyFully(database, release),
  };
}

/** Computes what a promotion will ask for, so that its transaction finds it ready; refuses what can be refused before it. */
export function preparePromotion(store: Store, input: PromotionInput): void {
  const plan = planPromotion(store, input);
  requireNoBrokenP0(store, input.project, plan.version.hash, input.acceptedP0);
  prepareForGates(store, plan);
}

/**
 * Promotes in the caller's immediate transaction: the gates pass for exactly this version and policy, or a named person
 * overrides them. `requested` says who asked for it where a second person lets it through. P0 cases are the caller's matter.
 */
export function promoteWithin(
  store: Store,
  context: Pick<Context, "actor" | "principal">,
  input: PromotionInput,
  requested: { by: string } | null = null,
): Release {
  const plan = planPromotion(store, input);
  if (!requested) requireOnePersonIsEnough(store, plan);
  const asker = requested && { by: requested.by };
  const { gates, override } = passGates(store, context, { plan, override: input.override, ...asker });
  return moveChannel(store, context, {
    ...{ project: plan.project, channel: plan.channel, kind: "promote", switched: plan.switched },
    ...{ version: plan.version.hash, policy: plan.policy, run: plan.run, reason: input.reason },
    ...{ requestedBy: requested?.by ?? null, restored: null, evidence: [] },
    ...{ gates, override, acceptedP0: input.acceptedP0 ?? [], expectedRelease: input.expectedRelease },
  });
}

export function promote(context: Context, input: PromotionInput): Release {
  const { database, releaseEvents } = context.studio;
  preparePromotion(database, input);
  const release = database.transaction(
    (tx) => {
      requireNoBrokenP0(tx, input.project, planPromotion(tx, input).version.hash, input.acceptedP0);
      return promoteWithin(tx, context, input);
    },
    { behavior: "immediate" },
  );
  releaseEvents.notify(input.project);
  return release;
}

/** Moves a channel back. No gate, no P0 case and no second person stands in the way of it. */
export function rollBack(
  context: Context,
  input: {
    project: string;
    release: string;
    what: Release["switched"];
    reason: string;
    evidence: Evidence[];
    expectedRelease: string | null;
  },
): Release {
  const { database, releaseEvents } = context.studio;
  const release = database.transaction((tx) => moveChannel(tx, context, planRollback(tx, input)), { behavior: "immediate" });
  releaseEvents.notify(input.project);
  return release;
}
