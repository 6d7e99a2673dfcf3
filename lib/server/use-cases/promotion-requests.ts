import "server-only";
import type { Store } from "@/db/client";
import {
  findPromotionRequest,
  insertPromotionRequest,
  listPromotionRequests,
  type StoredRequest,
  updatePromotionRequest,
} from "@/db/promotion-request-repository";
import { currentRelease } from "@/db/release-repository";
import type { PromotionRequest, Release } from "@/lib/contracts/release";
import { samePolicy } from "@/lib/release/manifest/verify-manifest";
import { forbidden } from "../access/authorise";
import { badRequest, conflict, notFound } from "../app-error";
import { requireNoBrokenP0 } from "../broken-p0";
import { type Context, recordAudit } from "../context";
import { announceRelease } from "../delivery/announce";
import { newId, timestamp } from "../ids";
import { requireProject } from "../lookups";
import { isAnother, personOf, requireNamed } from "../release/named-person";
import { passGates } from "../release/pass-gates";
import { pinnedPolicy, withDecoding } from "../release/pinned-policy";
import { type PromotionInput, planPromotion } from "../release/promotion-plan";
import { releasedHarness } from "../release/released-harness";
import { preparePromotion, promoteWithin } from "./releases";

export function allPromotionRequests({ studio }: Context, input: { project: string }): PromotionRequest[] {
  requireProject(studio.database, input.project);
  return listPromotionRequests(studio.database, input.project).map(({ request }) => request);
}

/** Asks a second person for a promotion that could be made now: the gates pass, or are overridden with a reason. */
export function requestPromotion(context: Context, input: PromotionInput): PromotionRequest {
  const { database, releaseEvents } = context.studio;
  requireNamed(context, "actor");
  preparePromotion(database, input);
  const request = database.transaction(
    (tx) => {
      const plan = planPromotion(tx, input);
      requireNoBrokenP0(tx, input.project, plan.version.hash, input.acceptedP0);
      const { override } = passGates(tx, context, { plan, override: input.override });
      const harness = releasedHarness(tx, plan.version.hash);
      if (!harness) throw badRequest("version: its harness cannot be read");
      const policy = withDecoding(plan.policy, harness.parsed.config.decoding);
      const { project, channel, run } = plan;
      const made: PromotionRequest = {
        ...{ id: newId("req"), project, versionName: plan.version.name, state: "open" },
        promotion: {
          ...{ channel, version: plan.version.hash, endpoint: policy?.endpoint ?? null, policy, run, reason: input.reason },
          ...{
            override: override?.reason ?? null,
            acceptedP0: [...(input.acceptedP0 ?? [])],
            expectedRelease: input.expectedRelease,
          },
        },
        ...{ requestedBy: context.actor, requestedAt: timestamp(), decidedBy: null, decidedAt: null, note: "", release: null },
      };
      insertPromotionRequest(tx, { request: made, requestedByPerson: personOf(context) });
      const told = { request: made.id, channel, version: made.promotion.version, endpoint: made.promotion.endpoint };
      const subject = `promotion-request:${made.id}`;
      recordAudit(tx, context, {
        ...{ action: "promotion-requested", project, subject },
        detail: { ...told, reason: input.reason, override: made.promotion.override },
      });
      announceRelease(tx, context, { event: "promotion-requested", project, subject, data: { ...told, reason: input.reason } });
      return made;
    },
    { behavior: "immediate" },
  );
  releaseEvents.notify(input.project);
  return request;
}

/**
 * Decides about a promotion that waits. Another person than who asked approves it, which makes it at once and asks the gates
 * anew, or refuses it; who asked withdraws it. Where the channel or the policy has moved since, it lapses.
 * @throws AppError
 */
export function decidePromotionRequest(
  context: Context,
  input: { project: string; request: string; action: "approve" | "refuse" | "withdraw"; note: string },
): PromotionRequest {
  const { database, releaseEvents } = context.studio;
  const { project, action, note } = input;
  requireProject(database, project);
  const { request } = requireOpen(database, project, input.request);
  // Refusals are thrown by the transaction, whose view is the one that counts.
  if (action === "approve" && whyLapsed(database, request) === null) preparePromotion(database, asInput(database, request));
  const { decided, lapsed } = database.transaction(
    (tx) => {
      const stored = requireOpen(tx, project, input.request);
      requireMayDecide(context, stored, action);
      const why = action === "approve" ? whyLapsed(tx, stored.request) : null;
      const release = action === "approve" && why === null ? approved(tx, context, stored.request) : null;
      const states = { approve: "approved", refuse: "refused", withdraw: "withdrawn" } as const;
      const made: PromotionRequest = {
        ...stored.request,
        state: why === null ? states[action] : "lapsed",
        ...{ decidedBy: context.actor, decidedAt: timestamp(), note, release: release?.id ?? null },
      };
      updatePromotionRequest(tx, made);
      recordAudit(tx, context, {
        ...{ action: `promotion-${made.state}`, project, subject: `promotion-request:${made.id}` },
        detail: { requestedBy: made.requestedBy, note, release: made.release },
      });
      return { decided: made, lapsed: why };
    },
    { behavior: "immediate" },
  );
  releaseEvents.notify(project);
  if (lapsed !== null) throw conflict(`${lapsed} The request has lapsed; it can be made anew.`, { current: "lapsed" });
  return decided;
}

function requireOpen(store: Store, project: string, id: string): StoredRequest {
  const found = findPromotionRequest(store, project, id);
  if (!found) throw notFound("promotion request", id);
  const { state, decidedBy } = found.request;
  if (state !== "open")
    throw conflict(`The request is ${state} already${decidedBy ? `, by ${decidedBy}` : ""}.`, { current: state });
  return found;
}

function requireMayDecide(context: Context, { request, requestedByPerson }: StoredRequest, action: string): void {
  requireNamed(context, "actor");
  const another = isAnother(context, { person: requestedByPerson, actor: request.requestedBy });
  if (action === "withdraw" && another)
    throw forbidden(`Only ${request.requestedBy}, who asked for it, withdraws it; refuse it instead.`);
  if (action !== "withdraw" && !another)
    throw forbidden("A second person decides about it, not the one who asked. It can be withdrawn.");
}

/** Why what was asked for can no more be had, in one sentence; null where it can. */
function whyLapsed(store: Store, { project, promotion }: PromotionRequest): string | null {
  const now = currentRelease(store, project, promotion.channel);
  if ((now?.id ?? null) !== promotion.expectedRelease)
    return `The ${promotion.channel} channel has moved since it was asked for.`;
  const { policy } = planPromotion(store, asInput(store, { project, promotion }));
  return samePolicy(policy, promotion.policy) ? null : "The endpoint was changed since it was asked for.";
}

/** The promotion as it was asked for. Where the policy stays what the channel is bound to, no endpoint is named. */
function asInput(store: Store, { project, promotion }: Pick<PromotionRequest, "project" | "promotion">): PromotionInput {
  const { channel, version, endpoint, policy, run, reason, override, acceptedP0, expectedRelease } = promotion;
  const now = currentRelease(store, project, channel);
  const stays = run === null && now !== undefined && samePolicy(pinnedPolicy(store, now), policy);
  const named = stays ? {} : { endpoint };
  return { project, channel, version, ...named, run, reason, override, acceptedP0, expectedRelease };
}

function approved(store: Store, context: Context, request: PromotionRequest): Release {
  const input = asInput(store, request);
  requireNoBrokenP0(store, request.project, request.promotion.version, input.acceptedP0);
  return promoteWithin(store, context, input, { by: request.requestedBy });
}
