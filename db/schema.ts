import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { z } from "zod";
// Relative paths: the migration generator does not know the alias.
import { ApiToken, Role } from "../lib/contracts/access";
import { Autopilot } from "../lib/contracts/autopilot";
import { Case, Dataset, FixtureTables } from "../lib/contracts/case";
import { PinnedCluster } from "../lib/contracts/cluster-edit";
import { StageCredit } from "../lib/contracts/credit";
import { Endpoint } from "../lib/contracts/endpoint";
import { Campaign, Diagnosis, Entry, StageDecision, StageStep } from "../lib/contracts/evolution";
import { Channel } from "../lib/contracts/harness";
import { JsonObject } from "../lib/contracts/ids";
import { JudgeVersion, Vote } from "../lib/contracts/judge";
import { LookKind } from "../lib/contracts/look";
import { Evidence, Override, PromotionRequest, Release, ReleaseManifest } from "../lib/contracts/release";
import { GateReport, GateSettings, JudgeCalibration, ReleaseChannel } from "../lib/contracts/release-gate";
import { CaseState, CheckResult, Incidents, RunMetrics, RunStatus, TrajectoryFeatures, UnscoredKind } from "../lib/contracts/run";
import { RunOutcome, RunSettings } from "../lib/contracts/run-settings";
import { FaqEntry, RespondRequest } from "../lib/contracts/serving";
import { ToolServiceInput } from "../lib/contracts/tool-service";
import { ArmName, Experiment, OutcomeSnapshot } from "../lib/contracts/traffic";
import { StopReason } from "../lib/contracts/trajectory";
import { Trial } from "../lib/contracts/trial";
import { VersionOrigin } from "../lib/contracts/version";
import { WebhookDelivery, WebhookInput } from "../lib/contracts/webhook";
import { choiceColumn, jsonColumn } from "./parsed-column";

/** File contents, each stored once. `hash` is the SHA-256 of the text. */
export const blobs = sqliteTable("blobs", { hash: text().primaryKey(), text: text().notNull() });

/**
 * Manifests path → blob, stored as a difference from `baseHash`; a full snapshot where `depth` is 0.
 * `depth` is the number of manifests to walk to the snapshot and never exceeds 32.
 */
export const manifests = sqliteTable("manifests", {
  hash: text().primaryKey(),
  baseHash: text("base_hash"),
  depth: integer().notNull(),
});

/** One path of a manifest that differs from its base; `blobHash` is null where the path was removed. */
export const manifestEntries = sqliteTable(
  "manifest_entries",
  {
    manifestHash: text("manifest_hash")
      .notNull()
      .references(() => manifests.hash),
    path: text().notNull(),
    blobHash: text("blob_hash").references(() => blobs.hash),
  },
  (table) => [primaryKey({ columns: [table.manifestHash, table.path] })],
);

/** When and by whom something was deleted; null while it is there. A purge takes it away for good. */
const removal = () => ({ removedAt: text("removed_at"), removedBy: text("removed_by") });

export const projects = sqliteTable("projects", {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  createdAt: text("created_at").notNull(),
  ...removal(),
});

const projectId = () =>
  text()
    .notNull()
    .references(() => projects.id);

/** Immutable harness versions; one row a project and manifest. `sequence` is the order in which they were made. */
export const versions = sqliteTable(
  "versions",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    project: projectId(),
    hash: text()
      .notNull()
      .references(() => manifests.hash),
    name: text().notNull(),
    parent: text(),
    origin: choiceColumn(VersionOrigin)().notNull(),
    author: text().notNull(),
    message: text().notNull(),
    createdAt: text("created_at").notNull(),
    files: integer().notNull(),
    errors: integer().notNull(),
    warnings: integer().notNull(),
  },
  (table) => [
    uniqueIndex("versions_project_hash").on(table.project, table.hash),
    index("versions_parent").on(table.project, table.parent),
  ],
);

export const datasets = sqliteTable(
  "datasets",
  {
    id: text().primaryKey(),
    project: projectId(),
    name: text().notNull(),
    role: choiceColumn(Dataset.shape.role)().notNull(),
    kind: choiceColumn(Dataset.shape.kind)().notNull().default("general"),
    description: text().notNull(),
    synthetic: integer({ mode: "boolean" }).notNull(),
    /** Hash of the newest version. */
    version: text().notNull(),
    createdAt: text("created_at").notNull(),
    ...removal(),
  },
  (table) => [uniqueIndex("datasets_project_name").on(table.project, table.name)],
);

/** Immutable contents of a data set, with the recorded tool returns that its cases share. */
export const datasetVersions = sqliteTable(
  "dataset_versions",
  {
    dataset: text()
      .notNull()
      .references(() => datasets.id),
    hash: text().notNull(),
    shared: jsonColumn(FixtureTables)().notNull(),
    cases: integer().notNull(),
    actor: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.dataset, table.hash] })],
);

export const cases = sqliteTable(
  "cases",
  {
    dataset: text().notNull(),
    version: text().notNull(),
    ordinal: integer().notNull(),
    id: text().notNull(),
    category: text().notNull(),
    priority: text().notNull(),
    language: text().notNull(),
    channel: text().notNull(),
    comment: text().notNull(),
    checks: integer().notNull(),
    body: jsonColumn(Case)().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dataset, table.version, table.id] }),
    uniqueIndex("cases_ordinal").on(table.dataset, table.version, table.ordinal),
    index("cases_category").on(table.dataset, table.version, table.category),
    foreignKey({ columns: [table.dataset, table.version], foreignColumns: [datasetVersions.dataset, datasetVersions.hash] }),
  ],
);

/** Served models. No key is stored: `keyVariable` names an environment variable. */
export const endpoints = sqliteTable("endpoints", {
  id: text().primaryKey(),
  name: text().notNull(),
  kind: choiceColumn(Endpoint.shape.kind)().notNull(),
  baseUrl: text("base_url").notNull(),
  model: text().notNull(),
  checkpoint: text().notNull(),
  keyVariable: text("key_variable").notNull(),
  promptPrice: real("prompt_price"),
  completionPrice: real("completion_price"),
  maxConcurrency: integer("max_concurrency"),
  callsPerMinute: integer("calls_per_minute"),
  createdAt: text("created_at").notNull(),
  ...removal(),
});

/** Services that tools may reach. No key is stored: `keyVariable` names an environment variable. */
export const toolServices = sqliteTable("tool_services", {
  id: text().primaryKey(),
  body: jsonColumn(ToolServiceInput)().notNull(),
  createdAt: text("created_at").notNull(),
  ...removal(),
});

/** Immutable contents of FAQs, each stored once. `hash` is the SHA-256 of the canonical JSON. */
export const faqVersions = sqliteTable("faq_versions", {
  hash: text().primaryKey(),
  entries: jsonColumn(z.array(FaqEntry))().notNull(),
});

/** The FAQ of a project as it was set; the newest row counts. */
export const projectFaqs = sqliteTable(
  "project_faqs",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    project: projectId(),
    hash: text()
      .notNull()
      .references(() => faqVersions.hash),
    actor: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [index("project_faqs_project").on(table.project, table.sequence)],
);

/** `endpointAtStart` is the endpoint as it was when the run was made: a later change of settings does not change a run. */
export const runs = sqliteTable(
  "runs",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    project: projectId(),
    version: text().notNull(),
    endpoint: text().notNull(),
    endpointAtStart: jsonColumn(Endpoint)("endpoint_at_start").notNull(),
    dataset: text()
      .notNull()
      .references(() => datasets.id),
    datasetVersion: text("dataset_version").notNull(),
    checkVersion: text("check_version").notNull(),
    settings: jsonColumn(RunSettings)().notNull(),
    /** The judge as it was when the run was made. */
    judge: jsonColumn(JudgeVersion)(),
    /** The run whose replies are judged anew. */
    repliesOf: text("replies_of").references((): AnySQLiteColumn => runs.id),
    /** The run that this one repeats for the noise floor. */
    noiseOf: text("noise_of").references((): AnySQLiteColumn => runs.id),
    /** The default is the one that the column was made with; what it lacks is filled in when it is read. */
    outcome: jsonColumn(RunOutcome)()
      .notNull()
      .default(sql.raw(`'{"stop":null,"early":null,"reuse":null,"concurrency":null,"rerunFailed":0}'`)),
    /** The project's FAQ when the run was made; null where there was none. */
    faq: text().references(() => faqVersions.hash),
    status: choiceColumn(RunStatus)().notNull(),
    reason: text(),
    /** Cases times repeats. */
    total: integer().notNull(),
    /** Set when the run ends. */
    metrics: jsonColumn(RunMetrics)(),
    actor: text().notNull(),
    createdAt: text("created_at").notNull(),
    startedAt: text("started_at"),
    finishedAt: text("finished_at"),
    ...removal(),
  },
  (table) => [
    index("runs_project").on(table.project, table.sequence),
    index("runs_version").on(table.project, table.version),
    index("runs_status").on(table.status),
    index("runs_noise_of").on(table.noiseOf),
    foreignKey({ columns: [table.project, table.version], foreignColumns: [versions.project, versions.hash] }),
    foreignKey({
      columns: [table.dataset, table.datasetVersion],
      foreignColumns: [datasetVersions.dataset, datasetVersions.hash],
    }),
  ],
);

/** One row a run, case and repeat, written once. */
export const caseResults = sqliteTable(
  "case_results",
  {
    run: text()
      .notNull()
      .references(() => runs.id),
    case: text().notNull(),
    repeat: integer().notNull(),
    /** Place of the case in its data set. */
    ordinal: integer().notNull(),
    group: text(),
    category: text().notNull(),
    priority: text().notNull(),
    state: choiceColumn(CaseState)().notNull(),
    reason: text(),
    accuracy: real(),
    effectiveness: real(),
    comment: text().notNull(),
    reply: text().notNull(),
    failedChecks: jsonColumn(z.array(z.string()))("failed_checks").notNull(),
    wallMs: real("wall_ms").notNull(),
    ttftMs: real("ttft_ms"),
    promptTokens: integer("prompt_tokens"),
    completionTokens: integer("completion_tokens"),
    calls: integer().notNull(),
    seed: integer().notNull(),
    checks: jsonColumn(z.array(CheckResult))().notNull(),
    features: jsonColumn(TrajectoryFeatures)().notNull(),
    unscoredKind: choiceColumn(UnscoredKind)("unscored_kind"),
    attempts: integer().notNull().default(1),
    reusedFrom: text("reused_from"),
    votes: jsonColumn(z.array(Vote))().notNull().default([]),
    finishedAt: text("finished_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.run, table.case, table.repeat] }),
    /** Holds whatever scores, comparisons and progress need, so that they never read the wide rows. */
    index("case_results_scores").on(
      table.run,
      table.ordinal,
      table.repeat,
      table.case,
      table.state,
      table.category,
      table.priority,
      table.accuracy,
      table.effectiveness,
      table.group,
      table.wallMs,
      table.reusedFrom,
    ),
    index("case_results_case").on(table.case),
  ],
);

/** The trajectory of a case result: JSON, gzip. */
export const trajectories = sqliteTable(
  "trajectories",
  {
    run: text().notNull(),
    case: text().notNull(),
    repeat: integer().notNull(),
    body: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.run, table.case, table.repeat] }),
    foreignKey({
      columns: [table.run, table.case, table.repeat],
      foreignColumns: [caseResults.run, caseResults.case, caseResults.repeat],
    }),
  ],
);

/** What a voter of the judge did on a case result: JSON, gzip. */
export const voteTrajectories = sqliteTable(
  "vote_trajectories",
  {
    run: text().notNull(),
    case: text().notNull(),
    repeat: integer().notNull(),
    voter: integer().notNull(),
    body: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.run, table.case, table.repeat, table.voter] }),
    foreignKey({
      columns: [table.run, table.case, table.repeat],
      foreignColumns: [caseResults.run, caseResults.case, caseResults.repeat],
    }),
  ],
);

/** Judges of a project; `current` is the version that new runs take. */
export const judges = sqliteTable(
  "judges",
  {
    project: projectId(),
    id: text().notNull(),
    current: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.id] })],
);

export const judgeVersions = sqliteTable(
  "judge_versions",
  {
    project: text().notNull(),
    judge: text().notNull(),
    version: text().notNull(),
    body: jsonColumn(JudgeVersion)().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.judge, table.version] }),
    foreignKey({ columns: [table.project, table.judge], foreignColumns: [judges.project, judges.id] }),
  ],
);

/** Who looked at which set that is not for development. */
export const looks = sqliteTable(
  "looks",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    dataset: text()
      .notNull()
      .references(() => datasets.id),
    datasetVersion: text("dataset_version").notNull(),
    kind: choiceColumn(LookKind)().notNull(),
    run: text().references(() => runs.id),
    case: text(),
    index: integer(),
    alpha: real(),
    actor: text().notNull(),
    reason: text().notNull(),
    at: text().notNull(),
  },
  (table) => [index("looks_dataset").on(table.dataset, table.datasetVersion, table.kind)],
);

/** Comparisons of runs that have ended: a short summary as JSON, the rest as JSON, gzip. A run that is run again loses those that it is part of. */
export const comparisons = sqliteTable(
  "comparisons",
  {
    base: text()
      .notNull()
      .references(() => runs.id),
    head: text()
      .notNull()
      .references(() => runs.id),
    /** Version of the method, so that a later one does not read what an earlier one computed. */
    method: text().notNull(),
    body: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.base, table.head] }), index("comparisons_head").on(table.head)],
);

/**
 * Results that another run may take over. `key` is the hash of all that went into a result but the bodies of the Skills,
 * of which those that it loaded are in `skills` (name → content hash).
 */
export const reusable = sqliteTable(
  "reusable",
  {
    key: text().notNull(),
    run: text().notNull(),
    case: text().notNull(),
    repeat: integer().notNull(),
    skills: jsonColumn(z.record(z.string(), z.string()))().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.run, table.case, table.repeat] }),
    index("reusable_key").on(table.key),
    foreignKey({
      columns: [table.run, table.case, table.repeat],
      foreignColumns: [caseResults.run, caseResults.case, caseResults.repeat],
    }),
  ],
);

export const campaigns = sqliteTable(
  "campaigns",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    project: projectId(),
    name: text().notNull(),
    kind: choiceColumn(Campaign.shape.kind)().notNull().default("agent"),
    endpoint: text()
      .notNull()
      .references(() => endpoints.id),
    dataset: text()
      .notNull()
      .references(() => datasets.id),
    datasetVersion: text("dataset_version").notNull(),
    heldOutDataset: text("held_out_dataset").references(() => datasets.id),
    heldOutVersion: text("held_out_version"),
    seed: integer().notNull(),
    status: choiceColumn(Campaign.shape.status)().notNull(),
    selectedStage: text("selected_stage"),
    createdBy: text("created_by").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [uniqueIndex("campaigns_project_name").on(table.project, table.name)],
);

export const stages = sqliteTable(
  "stages",
  {
    id: text().primaryKey(),
    campaign: text()
      .notNull()
      .references(() => campaigns.id),
    index: integer().notNull(),
    name: text().notNull(),
    parent: text(),
    step: choiceColumn(StageStep)().notNull(),
    baseVersion: text("base_version"),
    baseRun: text("base_run").references(() => runs.id),
    version: text(),
    run: text().references(() => runs.id),
    heldOutRun: text("held_out_run").references(() => runs.id),
    decision: jsonColumn(StageDecision)(),
    /** The night that made it. */
    autopilot: text().references((): AnySQLiteColumn => autopilots.id),
    createdAt: text("created_at").notNull(),
  },
  (table) => [uniqueIndex("stages_campaign_index").on(table.campaign, table.index), index("stages_version").on(table.version)],
);

/** The newest diagnosis of a stage. */
export const diagnoses = sqliteTable("diagnoses", {
  stage: text()
    .primaryKey()
    .references(() => stages.id),
  body: jsonColumn(Diagnosis)().notNull(),
});

/** Proposed edits. A superseded entry belongs to an earlier diagnosis of its stage and is kept as memory of rejections. */
export const entries = sqliteTable(
  "entries",
  {
    id: text().primaryKey(),
    stage: text()
      .notNull()
      .references(() => stages.id),
    order: integer().notNull(),
    status: choiceColumn(Entry.shape.status)().notNull(),
    revision: integer().notNull(),
    superseded: integer({ mode: "boolean" }).notNull().default(false),
    body: jsonColumn(Entry)().notNull(),
  },
  (table) => [index("entries_stage").on(table.stage, table.order)],
);

/** Clusters as persons left them, which the next diagnosis of the campaign keeps. */
export const pinnedClusters = sqliteTable(
  "pinned_clusters",
  {
    campaign: text()
      .notNull()
      .references(() => campaigns.id),
    id: text().notNull(),
    body: jsonColumn(PinnedCluster)().notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaign, table.id] })],
);

/** Entries replayed on a handful of cases before anybody confirmed them. */
export const trials = sqliteTable(
  "trials",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    stage: text()
      .notNull()
      .references(() => stages.id),
    entry: text().notNull(),
    status: choiceColumn(Trial.shape.status)().notNull(),
    body: jsonColumn(Trial)().notNull(),
  },
  (table) => [index("trials_stage").on(table.stage, table.entry), index("trials_status").on(table.status)],
);

/** The newest credit of a stage's entries. */
export const credits = sqliteTable("credits", {
  stage: text()
    .primaryKey()
    .references(() => stages.id),
  body: jsonColumn(StageCredit)().notNull(),
});

/** Nights in which the loop ran by itself. */
export const autopilots = sqliteTable(
  "autopilots",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    campaign: text()
      .notNull()
      .references(() => campaigns.id),
    status: choiceColumn(Autopilot.shape.status)().notNull(),
    body: jsonColumn(Autopilot)().notNull(),
  },
  (table) => [index("autopilots_campaign").on(table.campaign), index("autopilots_status").on(table.status)],
);

/** Moves of a channel. The unique sequence lets one of two racing moves win. */
export const releases = sqliteTable(
  "releases",
  {
    id: text().primaryKey(),
    project: projectId(),
    channel: choiceColumn(ReleaseChannel)().notNull(),
    sequence: integer().notNull(),
    kind: choiceColumn(Release.shape.kind)().notNull(),
    switched: choiceColumn(Release.shape.switched)().notNull().default("both"),
    version: text().notNull(),
    endpoint: text(),
    run: text().references(() => runs.id),
    reason: text().notNull(),
    actor: text().notNull(),
    requestedBy: text("requested_by"),
    previous: text(),
    restored: text(),
    override: jsonColumn(Override)(),
    evidence: jsonColumn(z.array(Evidence))().notNull().default([]),
    /** The gates as they were at the move. */
    gates: jsonColumn(GateReport)(),
    manifest: jsonColumn(ReleaseManifest)(),
    manifestHash: text("manifest_hash"),
    signature: text(),
    publicKey: text("public_key"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("releases_sequence").on(table.project, table.channel, table.sequence),
    foreignKey({ columns: [table.project, table.version], foreignColumns: [versions.project, versions.hash] }),
  ],
);

/** Requests that a release served, each with its trajectory (JSON, gzip). */
export const served = sqliteTable(
  "served",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    project: projectId(),
    release: text()
      .notNull()
      .references(() => releases.id),
    version: text().notNull(),
    endpoint: text().notNull(),
    model: text().notNull(),
    checkpoint: text().notNull(),
    embedded: integer({ mode: "boolean" }).notNull(),
    channel: choiceColumn(Channel)().notNull(),
    comment: text().notNull(),
    reply: text().notNull(),
    stopReason: choiceColumn(StopReason)("stop_reason").notNull(),
    suppressed: integer({ mode: "boolean" }).notNull(),
    /** Whether any incident is above zero. */
    incident: integer({ mode: "boolean" }).notNull(),
    incidents: jsonColumn(Incidents)().notNull(),
    wallMs: real("wall_ms").notNull(),
    request: jsonColumn(RespondRequest)().notNull(),
    body: blob({ mode: "buffer" }).notNull(),
    /** The experiment and its arm that the user was in. */
    experiment: text(),
    arm: choiceColumn(ArmName)(),
    at: text().notNull(),
  },
  (table) => [
    index("served_project").on(table.project, table.sequence),
    index("served_version").on(table.project, table.version),
    index("served_experiment").on(table.experiment, table.arm),
  ],
);

/** The thresholds of the gates as they were set; each change is a row of its own, the newest counts. */
export const gateSettings = sqliteTable(
  "gate_settings",
  {
    project: projectId(),
    version: integer().notNull(),
    settings: jsonColumn(GateSettings)().notNull(),
    reason: text().notNull(),
    actor: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.version] })],
);

/** How a judge version agreed with people's labels. */
export const calibrations = sqliteTable(
  "calibrations",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    project: projectId(),
    judgeVersion: text("judge_version").notNull(),
    body: jsonColumn(JudgeCalibration)().notNull(),
  },
  (table) => [index("calibrations_judge").on(table.project, table.judgeVersion)],
);

/** Promotions that wait, or waited, for a second person. `people`: ids of who asked and who decided; null without sign-in. */
export const promotionRequests = sqliteTable(
  "promotion_requests",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    project: projectId(),
    state: choiceColumn(PromotionRequest.shape.state)().notNull(),
    requestedByPerson: text("requested_by_person"),
    body: jsonColumn(PromotionRequest)().notNull(),
  },
  (table) => [index("promotion_requests_project").on(table.project, table.state)],
);

export const experiments = sqliteTable(
  "experiments",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    project: projectId(),
    state: choiceColumn(Experiment.shape.state)().notNull(),
    body: jsonColumn(Experiment)().notNull(),
  },
  (table) => [index("experiments_project").on(table.project, table.state)],
);

/** Outcomes as they were imported: sums over users, no user. */
export const outcomeSnapshots = sqliteTable(
  "outcome_snapshots",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    experiment: text()
      .notNull()
      .references(() => experiments.id),
    body: jsonColumn(OutcomeSnapshot)().notNull(),
  },
  (table) => [index("outcome_snapshots_experiment").on(table.experiment)],
);

export const webhooks = sqliteTable(
  "webhooks",
  {
    project: projectId(),
    id: text().notNull(),
    body: jsonColumn(WebhookInput)().notNull(),
    createdAt: text("created_at").notNull(),
    ...removal(),
  },
  (table) => [primaryKey({ columns: [table.project, table.id] })],
);

/** Events on their way. `payload` is what is sent, byte for byte. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    project: projectId(),
    webhook: text().notNull(),
    state: choiceColumn(WebhookDelivery.shape.state)().notNull(),
    nextAt: text("next_at"),
    payload: text().notNull(),
    body: jsonColumn(WebhookDelivery)().notNull(),
  },
  (table) => [
    index("webhook_deliveries_due").on(table.state, table.nextAt),
    index("webhook_deliveries_webhook").on(table.project, table.webhook),
  ],
);

const authTime = (name: string) => integer(name, { mode: "timestamp_ms" });

/** Tables of the sign-in library, under its names and columns. A password is stored as scrypt hash, a session's cookie is signed besides. */
export const user = sqliteTable("user", {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: integer("email_verified", { mode: "boolean" }).notNull(),
  image: text(),
  /** Own columns: has no access any more; the last request. */
  disabled: integer({ mode: "boolean" }).notNull().default(false),
  lastSeenAt: text("last_seen_at"),
  createdAt: authTime("created_at").notNull(),
  updatedAt: authTime("updated_at").notNull(),
});

const userId = (name = "user_id") =>
  text(name)
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

export const session = sqliteTable(
  "session",
  {
    id: text().primaryKey(),
    userId: userId(),
    token: text().notNull().unique(),
    expiresAt: authTime("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: authTime("created_at").notNull(),
    updatedAt: authTime("updated_at").notNull(),
  },
  (table) => [index("session_user").on(table.userId)],
);

export const account = sqliteTable(
  "account",
  {
    id: text().primaryKey(),
    userId: userId(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: authTime("access_token_expires_at"),
    refreshTokenExpiresAt: authTime("refresh_token_expires_at"),
    scope: text(),
    password: text(),
    createdAt: authTime("created_at").notNull(),
    updatedAt: authTime("updated_at").notNull(),
  },
  (table) => [index("account_user").on(table.userId)],
);

export const verification = sqliteTable("verification", {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: authTime("expires_at").notNull(),
  createdAt: authTime("created_at").notNull(),
  updatedAt: authTime("updated_at").notNull(),
});

/** What a person may do in a project; `*` for all of them. */
export const memberships = sqliteTable(
  "memberships",
  { person: userId("person"), project: text().notNull(), role: choiceColumn(Role)().notNull() },
  (table) => [primaryKey({ columns: [table.person, table.project] })],
);

/** Links with which a password is chosen, by the SHA-256 of their secret. */
export const invitations = sqliteTable("invitations", {
  hash: text().primaryKey(),
  /** Null for the link that makes the first admin. */
  person: text().references(() => user.id, { onDelete: "cascade" }),
  expiresAt: text("expires_at").notNull(),
  createdAt: text("created_at").notNull(),
});

/** Tokens of the API, by the SHA-256 of their secret. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    id: text().primaryKey(),
    hash: text().notNull().unique(),
    person: userId("person"),
    body: jsonColumn(ApiToken.omit({ personName: true }))().notNull(),
  },
  (table) => [index("api_tokens_person").on(table.person)],
);

export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: text().notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    project: text(),
    subject: text().notNull(),
    detail: jsonColumn(JsonObject)().notNull(),
    /** Links the event to the one before it. Null only between the migration that brought the chain and its first opening. */
    hash: text(),
  },
  (table) => [index("audit_events_project").on(table.project, table.id)],
);

/** Facts about the database itself, for example when the demo was loaded. */
export const meta = sqliteTable("meta", { key: text().primaryKey(), value: text().notNull() });
