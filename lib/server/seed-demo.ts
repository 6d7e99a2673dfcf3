import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listCampaigns, listStages } from "@/db/campaign-repository";
import { currentGateSettings } from "@/db/gate-settings-repository";
import { listProjects, readMeta, writeMeta } from "@/db/project-repository";
import { currentRelease } from "@/db/release-repository";
import type { DatasetKind, DatasetRole } from "@/lib/contracts/case";
import { GateSettings } from "@/lib/contracts/release-gate";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { readBundleFolder } from "./bundle-folder";
import type { Context } from "./context";
import { timestamp } from "./ids";
import { requireCampaign, requireStage } from "./lookups";
import type { Studio } from "./studio";
import { createCampaign } from "./use-cases/campaigns";
import { importDataset } from "./use-cases/datasets";
import { saveGateSettings } from "./use-cases/gates";
import { createProject } from "./use-cases/projects";
import { promote } from "./use-cases/releases";
import { evaluateStage, writeStage } from "./use-cases/stages";
import { importVersion } from "./use-cases/versions";

/** The demo project and the ids that pages and tests may count on. */
export const DEMO = {
  project: "live-room",
  dev: "ds_dev",
  heldOut: "ds_held-out",
  labels: "ds_labels",
  general: "ds_general",
  campaign: "Live room",
} as const;

const LOADED = "demo-loaded-at";
const CONCURRENCY = 8;
/** Projects that do not count as the user's own: the demo half loaded, and the command line's. */
const NOT_OWN: ReadonlySet<string> = new Set([DEMO.project, "command-line"]);

const demoFolder = () => join(/*turbopackIgnore: true*/ process.env.STUDIO_ROOT ?? process.cwd(), "examples", "live-room");

async function loadCases(
  context: Context,
  file: string,
  set: { id: string; name: string; role: DatasetRole; kind?: DatasetKind },
): Promise<void> {
  const text = await readFile(join(/*turbopackIgnore: true*/ demoFolder(), "cases", file), "utf8");
  importDataset(context, {
    ...set,
    project: DEMO.project,
    description: "Synthetic cases of a live commerce room, from a seeded generator over hand-written scenarios.",
    synthetic: true,
    text,
    skipMalformed: false,
  });
}

/** Prompts for the general-capability gate. */
async function loadGeneral(context: Context): Promise<void> {
  const text = await readFile(join(/*turbopackIgnore: true*/ demoFolder(), "cases", "general.jsonl"), "utf8");
  importDataset(context, {
    ...{ id: DEMO.general, name: "general", role: "dev", project: DEMO.project, format: "ifeval" },
    description: "Synthetic prompts in the format of IFEval, over its 25 instructions; none is the benchmark's.",
    synthetic: true,
    text,
    skipMalformed: false,
  });
}

/** Replies of graded quality, for campaigns of judges. */
async function loadLabels(context: Context, file: string, set: { id: string; name: string; role: DatasetRole }): Promise<void> {
  const text = await readFile(join(/*turbopackIgnore: true*/ demoFolder(), "labels", file), "utf8");
  importDataset(context, {
    ...set,
    project: DEMO.project,
    kind: "judge-labels",
    format: "labels",
    description: "Synthetic replies with synthetic labels: nobody gave them, they follow from how each reply was made.",
    synthetic: true,
    text,
    skipMalformed: false,
  });
}

async function loadHarness(
  context: Context,
  folder: string,
  name: string,
  parent?: string,
  kind: "harnesses" | "judges" = "harnesses",
): Promise<string> {
  const files = await readBundleFolder(join(/*turbopackIgnore: true*/ demoFolder(), kind, folder));
  const message = `The demo's ${name} harness, from examples/live-room.`;
  return importVersion(context, { project: DEMO.project, files, name, message, parent }).version.hash;
}

function beginCampaign(context: Context, react: string, modular: string): void {
  const { database } = context.studio;
  const there = listCampaigns(database, DEMO.project).find((campaign) => campaign.name === DEMO.campaign);
  const id =
    there?.id ??
    createCampaign(context, {
      project: DEMO.project,
      name: DEMO.campaign,
      kind: "agent",
      endpoint: "embedded",
      dataset: DEMO.dev,
      heldOutDataset: DEMO.heldOut,
      version: react,
      seed: 1,
    }).id;
  const evaluate = (stage: string) =>
    evaluateStage(context, { project: DEMO.project, campaign: id, stage, on: "dev", concurrency: CONCURRENCY });
  const [first, second] = listStages(database, id);
  if (first && !first.run) evaluate(first.id);
  if (!first || second?.run) return;
  const next =
    second ??
    database.transaction((tx) =>
      writeStage(tx, context, {
        campaign: requireCampaign(tx, DEMO.project, id),
        parent: requireStage(tx, id, first.id),
        version: modular,
      }),
    );
  evaluate(next.id);
}

/**
 * Loads the demo at the first start with an empty database, unless STUDIO_DEMO is "0": project, harnesses, judges, cases, labels, a
 * release and a campaign of two stages whose evaluations are started. Half-loaded, it goes on where it was.
 */
export async function seedDemo(studio: Studio): Promise<void> {
  const { database } = studio;
  if (process.env.STUDIO_DEMO === "0" || readMeta(database, LOADED) !== undefined) return;
  const projects = listProjects(database);
  if (projects.some((project) => !NOT_OWN.has(project.id))) return;
  const context: Context = { studio, actor: "demo" };
  if (!projects.some((project) => project.id === DEMO.project)) {
    createProject(context, {
      id: DEMO.project,
      name: "Live room",
      description: "A synthetic live commerce room: an agent answers viewers' comments beside the host.",
    });
  }
  const early = await loadHarness(context, "early-judge", "Early judge", undefined, "judges");
  await loadHarness(context, "reply-judge", "Reply judge", early, "judges");
  const react = await loadHarness(context, "react", "ReAct");
  const modular = await loadHarness(context, "modular", "Modular", react);
  await loadCases(context, "dev.jsonl", { id: DEMO.dev, name: "dev", role: "dev" });
  await loadCases(context, "held-out.jsonl", { id: DEMO.heldOut, name: "held-out", role: "gate" });
  for (const kind of ["tool-robustness", "prompt-robustness"] as const) {
    await loadCases(context, `${kind}.jsonl`, { id: `ds_${kind}`, name: kind, role: "dev", kind });
  }
  await loadGeneral(context);
  await loadLabels(context, "dev.jsonl", { id: DEMO.labels, name: "judge-labels", role: "dev" });
  await loadLabels(context, "held-out.jsonl", { id: "ds_labels-held-out", name: "judge-labels-held-out", role: "gate" });
  if (currentGateSettings(database, DEMO.project).version === 0) {
    saveGateSettings(context, {
      project: DEMO.project,
      settings: GateSettings.parse({ regression: { dataset: DEMO.heldOut }, capability: { dataset: DEMO.general } }),
      reason: "Demo start: the sets that the gates ask for.",
      expectedVersion: 0,
    });
  }
  if (!currentRelease(database, DEMO.project)) {
    promote(context, {
      project: DEMO.project,
      version: react,
      channel: "production",
      run: null,
      endpoint: EMBEDDED_ENDPOINT.id,
      reason: "Demo start: the plain ReAct harness is what production serves before the first stage.",
      override: "Demo start: nothing is in production to compare with.",
      expectedRelease: null,
    });
  }
  beginCampaign(context, react, modular);
  writeMeta(database, LOADED, timestamp());
}
