import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { Id, need, project, reason, route } from "./api-route";
import { Bundle } from "./harness";
import { Slug, VersionRef } from "./ids";
import { Evidence, PromotionRequest, Release, ReleaseDetail, SignedManifest } from "./release";
import { GateName, GateReport, GateSettings, GateSettingsVersion, ReleaseChannel } from "./release-gate";
import { Run } from "./run";
import { Arm, Assignment, Experiment, ExperimentDetail, OutcomeImport, OutcomeSnapshot } from "./traffic";
import { Webhook, WebhookDelivery, WebhookInput } from "./webhook";

const release = need("releaser");

/** What a promotion moves. Left out, the harness or the policy stays what the channel serves. */
const move = {
  ...project,
  channel: ReleaseChannel.default("production"),
  version: VersionRef.optional(),
  /** Run that stands behind it. */
  run: Id.nullable().default(null),
  /** Endpoint that serves it; by default the run's, or else the one that serves now; null for none, and then nothing can be asked of it. */
  endpoint: Slug.nullable().optional(),
  reason,
  /** Why gates that fail are overridden: a promotion that needs it is refused without, and marked for good with it. */
  override: z.string().trim().min(1).max(2_000).nullable().default(null),
  /** P0 cases that the version's stage broke, each accepted by its id; without all of them a promotion is refused. */
  acceptedP0: z.array(Id).max(1_000).default([]),
  /** The release that the caller saw in the channel, null for none. */
  expectedRelease: Id.nullable(),
};

/** One release as a client pulls it: what it is, bound by its manifest, and the files of its harness. */
export const PulledRelease = z.object({ release: Release, manifest: SignedManifest.nullable(), files: Bundle });
export type PulledRelease = z.infer<typeof PulledRelease>;

/** Releases, the gates in front of them, traffic between them and who is told of them. */
export const releaseOperations = {
  releases: {
    list: route("GET", "/projects/{project}/releases", "Releases", "The history of a channel, newest first")
      .input(z.object({ ...project, channel: ReleaseChannel.default("production") }))
      .output(z.array(Release)),
    get: route("GET", "/projects/{project}/releases/{release}", "Releases", "One release: gates, manifest, whether it verifies")
      .input(z.object({ ...project, release: Id }))
      .output(ReleaseDetail),
    promote: route(
      "POST",
      "/projects/{project}/releases/promote",
      "Releases",
      "Move a channel to a version, a policy or both; bound to the gates",
      release,
    )
      .input(z.object(move))
      .output(Release),
    rollback: route(
      "POST",
      "/projects/{project}/releases/rollback",
      "Releases",
      "Move a channel back to what an earlier release served; no gate blocks it",
      release,
    )
      .input(
        z.object({
          ...project,
          /** Any earlier release of the channel that it was made in. */
          release: Id,
          /** Which switch goes back. */
          what: Release.shape.switched.default("both"),
          reason,
          evidence: z.array(Evidence).max(50).default([]),
          expectedRelease: Id.nullable(),
        }),
      )
      .output(Release),
    requests: route(
      "GET",
      "/projects/{project}/promotion-requests",
      "Releases",
      "Promotions that wait for a second person, and those that did",
    )
      .input(z.object(project))
      .output(z.array(PromotionRequest)),
    request: route(
      "POST",
      "/projects/{project}/promotion-requests",
      "Releases",
      "Ask a second person to let a promotion through",
      release,
    )
      .input(z.object(move))
      .output(PromotionRequest),
    decideRequest: route(
      "POST",
      "/projects/{project}/promotion-requests/{request}",
      "Releases",
      "Approve or refuse another's promotion, or withdraw one's own",
      release,
    )
      .input(
        z.object({
          ...project,
          request: Id,
          action: z.enum(["approve", "refuse", "withdraw"]),
          note: z.string().trim().max(2_000).default(""),
        }),
      )
      .output(PromotionRequest),
    pull: route(
      "GET",
      "/releases/{channel}",
      "Releases",
      "What a channel serves, with its files; ETag and long poll",
      need("viewer", "serve"),
    )
      .route({ inputStructure: "detailed", outputStructure: "detailed" })
      .input(
        z.object({
          params: z.object({ channel: ReleaseChannel }),
          query: z.object({
            /** May be left out where there is one project alone. */
            project: Slug.optional(),
            /** Seconds to wait for a release other than the one in If-None-Match. */
            wait: z.coerce.number<number | undefined>().int().min(0).max(60).default(0),
          }),
          headers: z.looseObject({ "if-none-match": z.string().optional() }).default({}),
        }),
      )
      .output(
        z.union([
          z.object({ status: z.literal(200), headers: z.record(z.string(), z.string()), body: PulledRelease }),
          z.object({ status: z.literal(304), headers: z.record(z.string(), z.string()) }),
        ]),
      ),
    watch: route(
      "GET",
      "/releases/{channel}/events",
      "Releases",
      "Each release of a channel as it happens",
      need("viewer", "serve"),
    )
      .input(z.object({ channel: ReleaseChannel, project: Slug.optional() }))
      .output(eventIterator(Release)),
  },
  gates: {
    report: route("GET", "/projects/{project}/gates", "Releases", "What the gates say of a version and a policy now")
      .input(
        z.object({
          ...project,
          channel: ReleaseChannel.default("production"),
          version: VersionRef.optional(),
          endpoint: Slug.optional(),
        }),
      )
      .output(GateReport),
    measure: route("POST", "/projects/{project}/gates/measure", "Releases", "Start the runs that a gate lacks")
      .input(
        z.object({
          ...project,
          channel: ReleaseChannel.default("production"),
          version: VersionRef.optional(),
          endpoint: Slug.optional(),
          gate: GateName,
          /** Why a gate or vault set is looked at. */
          reason: z.string().trim().max(2_000).optional(),
        }),
      )
      .output(z.array(Run)),
    settings: route("GET", "/projects/{project}/gates/settings", "Releases", "The thresholds, newest version first")
      .input(z.object(project))
      .output(z.array(GateSettingsVersion).min(1)),
    saveSettings: route(
      "PUT",
      "/projects/{project}/gates/settings",
      "Releases",
      "Set the thresholds: a new version of them",
      need("admin"),
    )
      .input(
        z.object({
          ...project,
          settings: GateSettings,
          reason,
          /** The version that the caller saw. */
          expectedVersion: z.int().min(0),
        }),
      )
      .output(GateSettingsVersion),
  },
  traffic: {
    list: route("GET", "/projects/{project}/experiments", "Traffic", "Experiments, newest first")
      .input(z.object(project))
      .output(z.array(Experiment)),
    start: route("POST", "/projects/{project}/experiments", "Traffic", "Split traffic between two channels", release)
      .input(
        z.object({
          ...project,
          name: z.string().trim().min(1).max(100),
          control: Arm.shape.channel.default("production"),
          treatment: Arm.shape.channel.default("canary"),
          /** Share of the users that get the treatment. */
          treatmentShare: Arm.shape.share.min(0.001).max(0.999),
          /** Made at random where none is given; the same salt and shares give every user the same arm again. */
          salt: z.string().trim().min(8).max(100).optional(),
          plannedUsers: z.int().min(1).nullable().default(null),
        }),
      )
      .output(Experiment),
    end: route(
      "POST",
      "/projects/{project}/experiments/{experiment}/end",
      "Traffic",
      "End an experiment: everybody gets production",
      release,
    )
      .input(z.object({ ...project, experiment: Id, conclusion: reason }))
      .output(Experiment),
    get: route("GET", "/projects/{project}/experiments/{experiment}", "Traffic", "One experiment with its outcomes")
      .input(z.object({ ...project, experiment: Id }))
      .output(ExperimentDetail),
    assign: route(
      "GET",
      "/projects/{project}/experiments/{experiment}/assignment",
      "Traffic",
      "The arm of a user and what it serves",
      need("viewer", "serve"),
    )
      .input(z.object({ ...project, experiment: Id, user: z.string().min(1).max(500) }))
      .output(Assignment),
    importOutcomes: route(
      "POST",
      "/projects/{project}/experiments/{experiment}/outcomes",
      "Traffic",
      "Import orders and value per user",
    )
      .input(OutcomeImport)
      .output(OutcomeSnapshot),
  },
  webhooks: {
    list: route("GET", "/projects/{project}/webhooks", "Releases", "Who is told of releases", need("admin"))
      .input(z.object(project))
      .output(z.array(Webhook)),
    save: route("PUT", "/projects/{project}/webhooks/{id}", "Releases", "Make or change a webhook", need("admin"))
      .input(z.intersection(z.object(project), WebhookInput))
      .output(Webhook),
    remove: route("DELETE", "/projects/{project}/webhooks/{id}", "Releases", "Remove a webhook", need("admin"))
      .input(z.object({ ...project, id: Slug }))
      .output(z.object({ removed: z.boolean() })),
    test: route("POST", "/projects/{project}/webhooks/{id}/test", "Releases", "Send a test event", need("admin"))
      .input(z.object({ ...project, id: Slug }))
      .output(WebhookDelivery),
    deliveries: route(
      "GET",
      "/projects/{project}/webhooks/{id}/deliveries",
      "Releases",
      "The last deliveries, newest first",
      need("admin"),
    )
      .input(z.object({ ...project, id: Slug }))
      .output(z.array(WebhookDelivery)),
    redeliver: route(
      "POST",
      "/projects/{project}/webhooks/{id}/deliveries/{delivery}",
      "Releases",
      "Send a delivery again",
      need("admin"),
    )
      .input(z.object({ ...project, id: Slug, delivery: Id }))
      .output(WebhookDelivery),
  },
};
