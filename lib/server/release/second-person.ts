import "server-only";
import type { Store } from "@/db/client";
import { currentGateSettings } from "@/db/gate-settings-repository";
import { conflict } from "../app-error";
import type { PromotionPlan } from "./promotion-plan";
import { releasedHarness } from "./released-harness";

/** Whether a version answers in the public channel; a version that cannot be read counts as one that does. */
const speaksInPublic = (store: Store, version: string): boolean =>
  releasedHarness(store, version)?.parsed.config.channels.includes("public") ?? true;

/** Whether the project demands a second person for a promotion: it changes what the whole room may hear. */
export function needsSecondPerson(store: Store, { project, channel, version, now }: PromotionPlan): boolean {
  if (!currentGateSettings(store, project).settings.secondPerson.includes(channel)) return false;
  return speaksInPublic(store, version.hash) || (now !== undefined && speaksInPublic(store, now.version));
}

/** @throws AppError CONFLICT with `current: "second-person"` and the way to ask for one. */
export function requireOnePersonIsEnough(store: Store, plan: PromotionPlan): void {
  if (!needsSecondPerson(store, plan)) return;
  throw conflict(
    `A change of public replies in ${plan.channel} needs a second person in this project. Ask for it (under Releases, with studio promote --request, or POST /api/projects/${plan.project}/promotion-requests); another releaser then approves it.`,
    { current: "second-person" },
  );
}
