import "server-only";
import { findAutopilot, insertAutopilot, listAutopilots, openAutopilots, updateAutopilot } from "@/db/autopilot-repository";
import { findCampaignById } from "@/db/campaign-repository";
import type { Autopilot, AutopilotSettings } from "@/lib/contracts/autopilot";
import { badRequest, conflict, notFound } from "../app-error";
import { Night } from "../autopilot/night";
import { isCompleted } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireCampaign, requireStage } from "../lookups";
import type { Studio } from "../studio";
import type { CampaignKey } from "./campaigns";

const jobOf = (id: string) => `autopilot:${id}`;
/** The longest that a timer can wait, in milliseconds. */
const LONGEST = 2_000_000_000;

export function allAutopilots({ studio }: Context, input: CampaignKey): Autopilot[] {
  const campaign = requireCampaign(studio.database, input.project, input.campaign);
  return listAutopilots(studio.database, campaign.id);
}

export function autopilotDetail({ studio }: Context, input: CampaignKey & { autopilot: string }): Autopilot {
  const campaign = requireCampaign(studio.database, input.project, input.campaign);
  const found = findAutopilot(studio.database, campaign.id, input.autopilot);
  if (!found) throw notFound("night", input.autopilot);
  return found;
}

/** Begins a night, at once or at its time; one at a time a campaign. It works under the name of who started it. */
export function startAutopilot(context: Context, input: CampaignKey & { settings: AutopilotSettings }): Autopilot {
  const { studio } = context;
  const { settings, project } = input;
  const night = studio.database.transaction((tx): Autopilot => {
    const campaign = requireCampaign(tx, project, input.campaign);
    if (campaign.status !== "active") throw conflict("The campaign is stopped.", { current: campaign.status });
    const from = requireStage(tx, campaign.id, settings.from);
    if (!isCompleted(tx, from.run)) throw badRequest("settings.from: evaluate the stage before a night begins from it");
    const open = openAutopilots(tx).find((one) => one.campaign === campaign.id);
    if (open) throw conflict(`A night is ${open.status} already.`, { current: open.id, by: open.by, at: open.createdAt });
    const made: Autopilot = {
      ...{ id: newId("aut"), campaign: campaign.id, settings, status: "waiting", doing: "" },
      ...{ spent: { calls: 0, tokens: 0, cost: 0, minutes: 0 }, branches: [], finish: null },
      ...{ by: context.actor, createdAt: timestamp(), startedAt: null, finishedAt: null },
    };
    insertAutopilot(tx, made);
    recordAudit(tx, context, {
      action: "autopilot-started",
      project,
      subject: `autopilot:${made.id}`,
      detail: { campaign: campaign.id, from: from.id, budget: settings.budget, startAt: settings.startAt },
    });
    return made;
  });
  carryOut(context, project, night);
  return night;
}

function carryOut(context: Context, project: string, night: Autopilot): void {
  const { database, jobs } = context.studio;
  void jobs.start(jobOf(night.id), async (signal) => {
    await until(night.settings.startAt, signal);
    // A studio that stops before the time leaves the night waiting; it is armed again at the next start.
    if (signal.aborted && signal.reason === "studio-stopped") return;
    if (signal.aborted) {
      const finish = { cause: "person" as const, clause: null, text: "stopped by a person before it began" };
      return updateAutopilot(database, { ...night, status: "finished", finish, finishedAt: timestamp() });
    }
    await new Night(context, project, night, signal).carryOut();
  });
}

async function until(at: string | null, signal: AbortSignal): Promise<void> {
  while (at !== null && !signal.aborted) {
    const left = Date.parse(at) - Date.now();
    if (left <= 0) return;
    await new Promise<void>((settle) => {
      const timer = setTimeout(settle, Math.min(left, LONGEST));
      const end = () => {
        clearTimeout(timer);
        settle();
      };
      signal.addEventListener("abort", end, { once: true });
    });
  }
}

/** Stops a night; what it made stays. It ends as soon as the step it is in has stopped. */
export async function stopAutopilot(context: Context, input: CampaignKey & { autopilot: string }): Promise<Autopilot> {
  const night = autopilotDetail(context, input);
  if (night.status === "finished") throw conflict("The night has ended.", { current: night.status });
  recordAudit(context.studio.database, context, {
    action: "autopilot-stopped",
    project: input.project,
    subject: `autopilot:${night.id}`,
    detail: { campaign: night.campaign },
  });
  context.studio.jobs.stop(jobOf(night.id));
  return autopilotDetail(context, input);
}

/** After a start: nights that wait are armed again, and those that a stopped studio left in the middle have ended. */
export function resumeAutopilots(studio: Studio): void {
  for (const night of openAutopilots(studio.database)) {
    const campaign = findCampaignById(studio.database, night.campaign);
    if (campaign && night.status === "waiting") {
      carryOut({ studio, actor: night.by }, campaign.project, night);
      continue;
    }
    const text = "the studio was stopped: what was made stays";
    const finish = { cause: "studio-stopped" as const, clause: null, text };
    updateAutopilot(studio.database, { ...night, status: "finished", doing: "", finish, finishedAt: timestamp() });
  }
}
