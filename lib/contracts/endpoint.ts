import { z } from "zod";
import { Slug } from "./ids";

/**
 * A served model. The key itself is never stored: `keyVariable` is the name of the environment variable that holds it.
 * `embedded` is the built-in stand-in policy, behind the same wire protocol.
 */
export const Endpoint = z.object({
  id: Slug,
  name: z.string().min(1).max(100),
  kind: z.enum(["openai", "embedded"]),
  /** Base URL of the chat completions API, for example http://127.0.0.1:8000/v1. Empty for the embedded policy. */
  baseUrl: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]),
  model: z.string().min(1).max(200),
  /** The weights behind it, as the team names them; part of every result's identity. */
  checkpoint: z.string().max(200),
  keyVariable: z.union([
    z.literal(""),
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must be the name of an environment variable"),
  ]),
  /** Price per million tokens in US dollars; null where unknown. */
  promptPrice: z.number().min(0).nullable(),
  completionPrice: z.number().min(0).nullable(),
  /** Cases at once over all runs; null for no limit but the runs' own. */
  maxConcurrency: z.int().min(1).max(1_024).nullable().default(null),
  /** Model calls begun a minute over all runs; null for no limit. */
  callsPerMinute: z.int().min(1).max(1_000_000).nullable().default(null),
  createdAt: z.string(),
});
export type Endpoint = z.infer<typeof Endpoint>;

export const EndpointInput = Endpoint.omit({ createdAt: true, kind: true }).extend({
  baseUrl: z.url({ protocol: /^https?$/ }),
  checkpoint: Endpoint.shape.checkpoint.default(""),
  keyVariable: Endpoint.shape.keyVariable.default(""),
  promptPrice: Endpoint.shape.promptPrice.default(null),
  completionPrice: Endpoint.shape.completionPrice.default(null),
  maxConcurrency: Endpoint.shape.maxConcurrency,
  callsPerMinute: Endpoint.shape.callsPerMinute,
});
export type EndpointInput = z.infer<typeof EndpointInput>;

/** One step of the endpoint test. `state` is skipped where an earlier step failed. */
export const EndpointTest = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ name: z.string(), state: z.enum(["passed", "failed", "skipped"]), detail: z.string() })),
  ttftMs: z.number().nullable(),
  durationMs: z.number(),
});
export type EndpointTest = z.infer<typeof EndpointTest>;

/** Model name of the stand-in policy, wherever it is served: inside the studio, or by `studio policy`. */
export const STAND_IN_MODEL = "embedded-policy";

/** Whether an endpoint answers with the stand-in policy: the one inside the studio, or one that `studio policy` serves. */
export const isStandIn = ({ kind, model }: Pick<Endpoint, "kind" | "model">): boolean =>
  kind === "embedded" || model === STAND_IN_MODEL;
