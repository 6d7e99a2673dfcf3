import { z } from "zod";
import { Fallback, Limits, Recovery } from "./harness";
import { JsonObject } from "./ids";
import { GateName, GateReport, PolicyIdentity, ReleaseChannel } from "./release-gate";

/** Why something was rolled back: a gate, a case of a run, a request that was served, or an alarm from outside. */
export const Evidence = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("gate"), gate: GateName, note: z.string().max(2_000).default("") }),
  z.object({ kind: z.literal("case"), run: z.string().min(1), case: z.string().min(1), note: z.string().max(2_000).default("") }),
  z.object({ kind: z.literal("served"), trajectory: z.string().min(1), note: z.string().max(2_000).default("") }),
  z.object({
    kind: z.literal("alarm"),
    note: z.string().trim().min(1, "say what went off").max(2_000),
    url: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default(""),
  }),
]);
export type Evidence = z.infer<typeof Evidence>;

/** What a release consists of (TaoLive report, section 6.1), bound together by its hash. */
export const ReleaseManifest = z.object({
  schemaVersion: z.literal(1),
  project: z.string(),
  channel: ReleaseChannel,
  release: z.string(),
  sequence: z.int(),
  /** `hash` is the hash of the bundle, `files` the number of its files. */
  harness: z.object({ hash: z.string(), name: z.string(), files: z.int() }),
  /** Null where the release names no endpoint; nothing can be asked of it then. */
  policy: PolicyIdentity.nullable(),
  tools: z.array(z.object({ name: z.string(), schemaHash: z.string() })),
  fallback: z.object({ limits: Limits, fallback: Fallback, recovery: Recovery }),
  evaluation: z.object({
    sets: z.array(z.object({ dataset: z.string(), version: z.string(), gate: GateName })),
    checkVersion: z.string(),
    judge: z.object({ id: z.string(), version: z.string() }).nullable(),
  }),
  gates: z.object({
    gateVersion: z.string(),
    settingsVersion: z.int(),
    results: z.array(z.object({ name: GateName, required: z.boolean(), state: z.enum(["passed", "failed"]) })),
    /** Gates that did not pass and that a person overrode. */
    overridden: z.array(GateName),
  }),
  runs: z.array(z.string()),
  /** Hash of the manifest of the release before it in its channel. */
  previous: z.string().nullable(),
  /** The audit event before this release: a history that was cut off behind it is found out. */
  audit: z.object({ id: z.int(), hash: z.string() }).nullable(),
  actor: z.string(),
  createdAt: z.string(),
});
export type ReleaseManifest = z.infer<typeof ReleaseManifest>;

/** A manifest with its SHA-256 (of the canonical JSON) and, where the project has a key, an Ed25519 signature of that hash in base64. */
export const SignedManifest = z.object({
  manifest: ReleaseManifest,
  hash: z.string(),
  signature: z.string().nullable(),
  publicKey: z.string().nullable(),
});
export type SignedManifest = z.infer<typeof SignedManifest>;

/** Gates that failed, and the person who promoted all the same. Marked for good. */
export const Override = z.object({ by: z.string(), reason: z.string(), gates: z.array(GateName) });
export type Override = z.infer<typeof Override>;

/** A move of a channel to a version and a policy. Releases are never changed or deleted; the newest of a channel is what serves. */
export const Release = z.object({
  id: z.string(),
  project: z.string(),
  channel: ReleaseChannel,
  /** Its place in the channel, from 1. */
  sequence: z.int(),
  kind: z.enum(["promote", "rollback"]),
  /** Which of the two switches moved. */
  switched: z.enum(["harness", "policy", "both"]),
  version: z.string(),
  versionName: z.string(),
  endpoint: z.string().nullable(),
  /** The policy as the manifest names it, whatever the endpoint has become since; null where there is no manifest or no endpoint. */
  policy: PolicyIdentity.nullable(),
  /** What the gates said at the promotion; empty where they were not asked. */
  gateResults: z.array(z.object({ name: GateName, required: z.boolean(), state: z.enum(["passed", "failed"]) })),
  /** Run that stood behind the decision; null where a person promoted without one. */
  run: z.string().nullable(),
  reason: z.string(),
  actor: z.string(),
  /** Who asked for it, where a second person let it through. */
  requestedBy: z.string().nullable(),
  previous: z.string().nullable(),
  /** For a rollback: the release whose version and policy came back. */
  restored: z.string().nullable(),
  override: Override.nullable(),
  evidence: z.array(Evidence),
  /** Null for releases made before manifests. */
  manifestHash: z.string().nullable(),
  signed: z.boolean(),
  createdAt: z.string(),
});
export type Release = z.infer<typeof Release>;

export const ReleaseDetail = z.object({
  release: Release,
  /** As it was at the promotion. */
  gates: GateReport.nullable(),
  manifest: SignedManifest.nullable(),
  /** Whether what would be served is what the manifest says. `none`: there is no manifest. */
  verification: z.object({ state: z.enum(["verified", "broken", "none"]), problems: z.array(z.string()) }),
});
export type ReleaseDetail = z.infer<typeof ReleaseDetail>;

/** What a promotion moves: the harness, the policy or both. */
export const Promotion = z.object({
  channel: ReleaseChannel,
  version: z.string(),
  endpoint: z.string().nullable(),
  /** The policy as it was when it was asked for; what is approved is that one. */
  policy: PolicyIdentity.nullable(),
  run: z.string().nullable(),
  reason: z.string(),
  /** Why gates that fail are overridden; null where none is. */
  override: z.string().nullable(),
  /** Broken P0 cases that whoever asked accepted, by their ids. */
  acceptedP0: z.array(z.string()).default([]),
  /** The release that was seen in the channel. */
  expectedRelease: z.string().nullable(),
});
export type Promotion = z.infer<typeof Promotion>;

/** A promotion that waits for a second person. `lapsed`: the channel moved meanwhile. */
export const PromotionRequest = z.object({
  id: z.string(),
  project: z.string(),
  promotion: Promotion,
  versionName: z.string(),
  state: z.enum(["open", "approved", "refused", "withdrawn", "lapsed"]),
  requestedBy: z.string(),
  requestedAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** What the decider wrote. */
  note: z.string(),
  release: z.string().nullable(),
});
export type PromotionRequest = z.infer<typeof PromotionRequest>;

/**
 * Every write leaves one. `subject` names what was written, for example `run:run_…`. `hash`: SHA-256 over the canonical JSON of the
 * event and the hash of the one before it.
 */
export const AuditEvent = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  project: z.string().nullable(),
  subject: z.string(),
  detail: JsonObject,
  hash: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** Whether the chain of audit events holds. `firstBroken`: the first event that does not follow from the one before it. */
export const AuditVerification = z.object({
  intact: z.boolean(),
  events: z.int(),
  firstBroken: z.int().nullable(),
  problems: z.array(z.string()),
  /** The newest event: keep it elsewhere, and a history that was cut off is found out. */
  head: z.object({ id: z.int(), hash: z.string() }).nullable(),
});
export type AuditVerification = z.infer<typeof AuditVerification>;
