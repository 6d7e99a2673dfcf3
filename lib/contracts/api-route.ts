import { oc } from "@orpc/contract";
import { z } from "zod";
import type { Access, Role } from "./access";
import { LineProblem } from "./case";
import { Diagnostic } from "./harness";
import { Slug } from "./ids";

export const Id = z.string().min(1).max(120);
export const project = { project: Slug };
export const page = {
  offset: z.coerce.number<number | undefined>().int().min(0).default(0),
  limit: z.coerce.number<number | undefined>().int().min(1).max(500).default(100),
};
export const reason = z.string().trim().min(1, "say why").max(2_000);

/** Errors every operation may answer with. Messages are safe to show. */
const base = oc.$meta<{ access: Access }>({ access: { role: "admin", scope: "admin" } }).errors({
  /** Nobody is signed in, or the token is not good any more. */
  UNAUTHORIZED: { status: 401 },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404, data: z.object({ what: z.string(), id: z.string() }).optional() },
  BAD_REQUEST: { status: 400 },
  /** Something moved since the caller looked. `current` describes what is there now. */
  CONFLICT: {
    status: 409,
    data: z.object({ current: z.string(), by: z.string().optional(), at: z.string().optional() }).optional(),
  },
  /** A bundle or case file that does not parse, with every problem and its place. */
  UNPROCESSABLE_CONTENT: {
    status: 422,
    data: z
      .object({
        diagnostics: z.array(Diagnostic).default([]),
        lines: z.array(LineProblem).default([]),
        valid: z.int().optional(),
      })
      .optional(),
  },
  /** As many requests are being served as may be at once. */
  TOO_MANY_REQUESTS: { status: 429, data: z.object({ retryAfterSeconds: z.int() }).optional() },
  INTERNAL_SERVER_ERROR: { status: 500 },
  /** A release does not verify, or a service that the operation needs is not there. */
  SERVICE_UNAVAILABLE: { status: 503 },
  /** The disk is full or takes no writes; nothing was changed. */
  INSUFFICIENT_STORAGE: { status: 507 },
});

const scopes = { viewer: "read", developer: "develop", releaser: "release", admin: "admin" } as const satisfies Record<
  Role,
  Access["scope"]
>;

/** Demands a role, and of a token the scope that goes with it or another one. */
export const need = (role: Role, scope: Access["scope"] = scopes[role]): Access => ({ role, scope });
/** Nobody need be signed in. */
export const PUBLIC: Access = { role: "public", scope: "read" };

/** An operation. Where nothing else is said, reading demands a viewer and writing a developer of the project. */
export const route = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: `/${string}`,
  tag: string,
  summary: string,
  access: Access = need(method === "GET" ? "viewer" : "developer"),
) => base.route({ method, path, tags: [tag], summary }).meta({ access });
