import { z } from "zod";
import { Endpoint } from "./endpoint";
import { Slug } from "./ids";

export const WebhookEvent = z.enum([
  "release-promoted",
  "release-rolled-back",
  "promotion-requested",
  "experiment-started",
  "experiment-ended",
  "test",
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Where the studio tells of a project's releases. The secret is in the environment variable of this name and is never stored. */
export const WebhookInput = z.object({
  id: Slug,
  url: z.url({ protocol: /^https?$/ }),
  secretVariable: Endpoint.shape.keyVariable
    .refine((name) => name !== "", "is needed: deliveries are signed")
    // A project's admin names it: what the studio itself is keyed with is not theirs to sign with.
    .refine((name) => !name.startsWith("STUDIO_"), "must not be one of the studio's own variables"),
  events: z.array(WebhookEvent).min(1),
  active: z.boolean().default(true),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

export const Webhook = WebhookInput.extend({ project: z.string(), secretPresent: z.boolean(), createdAt: z.string() });
export type Webhook = z.infer<typeof Webhook>;

/** One event on its way to one address: at most 8 attempts over about a day. */
export const WebhookDelivery = z.object({
  id: z.string(),
  webhook: z.string(),
  event: WebhookEvent,
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.array(z.object({ at: z.string(), status: z.int().nullable(), problem: z.string(), durationMs: z.number() })),
  nextAt: z.string().nullable(),
  createdAt: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
