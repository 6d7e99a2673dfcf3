import "server-only";
import type { Store } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import type { Override } from "@/lib/contracts/release";
import type { GateReport, GateVerdict } from "@/lib/contracts/release-gate";
import { samePolicy } from "@/lib/release/manifest/verify-manifest";
import { conflict } from "../app-error";
import type { Context } from "../context";
import { gateReportOf, prepareGates } from "./gate-evidence";
import { requireNamed } from "./named-person";
import type { PromotionPlan } from "./promotion-plan";

const asked = (store: Store, { project, channel, version, policy }: PromotionPlan) => ({
  ...{ project, channel, version: version.hash },
  // The gates know a policy by its endpoint; one that is gone has no results that could count.
  endpoint: policy && findEndpoint(store, policy.endpoint) ? policy.endpoint : null,
});

/** Compares what `passGates` will ask for. Call it before the transaction. */
export const prepareForGates = (store: Store, plan: PromotionPlan): void => prepareGates(store, asked(store, plan));

/**
 * Asks the gates about exactly this version and policy. Where a gate that the channel demands does not pass, the promotion goes
 * on by an override alone: its written reason, the person and the gates are answered. An override that nothing needs is dropped.
 * @throws AppError CONFLICT with `current: "gates"` where gates fail and nobody overrides them.
 */
export function passGates(
  store: Store,
  context: Pick<Context, "actor" | "principal">,
  given: { plan: PromotionPlan; override: string | null; by?: string },
): { gates: GateReport; override: Override | null } {
  const { plan, override } = given;
  const gates = gateReportOf(store, asked(store, plan));
  const failed = failing(gates, plan);
  if (failed.length === 0) return { gates, override: null };
  if (override === null) throw refusal(failed);
  requireNamed(context, "override");
  return { gates, override: { by: given.by ?? context.actor, reason: override, gates: failed.map(({ name }) => name) } };
}

interface Failing {
  name: GateVerdict["name"];
  why: string;
}

function failing(gates: GateReport, plan: PromotionPlan): Failing[] {
  const required = gates.gates.filter((gate) => gate.required);
  if (!samePolicy(gates.policy, plan.policy)) {
    const id = plan.policy?.endpoint ?? "";
    const why = `the endpoint ${id} is not what the channel is bound to any more, and the gates measure it as it is now; name it to switch to that as well`;
    return required.map(({ name }) => ({ name, why }));
  }
  return required.filter(({ state }) => state !== "passed").map(({ name, items }) => ({ name, why: firstReason(items) }));
}

const firstReason = (items: GateVerdict["items"]): string =>
  items.find(({ state }) => state !== "passed" && state !== "note")?.why ?? "it did not pass";

function refusal(failed: readonly Failing[]) {
  const names = failed.map(({ name }) => name).join(", ");
  const reasons = failed.map(({ name, why }) => `${name}: ${why.replace(/\.$/, "")}`).join("; ");
  const subject = failed.length === 1 ? `The gate ${names} did not pass` : `${failed.length} gates did not pass: ${names}`;
  return conflict(`${subject}. ${reasons}. Measure what is missing, or override with a written reason.`, { current: "gates" });
}
