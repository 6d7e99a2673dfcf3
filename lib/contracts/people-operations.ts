import { z } from "zod";
import { ApiToken, Invitation, Membership, Password, Person, Scope, Session } from "./access";
import { Id, need, PUBLIC, page, route } from "./api-route";
import { Slug } from "./ids";
import { AuditEvent, AuditVerification } from "./release";
import { RemovableKind, RemovedItem, StorageState } from "./storage";

const Name = z.string().trim().min(1).max(100);
/** Of tokens that a person makes for themselves; a token cannot make another. */
const own = need("viewer", "admin");

/** Who may do what, what was done, and the state of the data. */
export const peopleOperations = {
  session: {
    get: route("GET", "/session", "People", "Who is asking", PUBLIC).output(Session),
  },
  people: {
    list: route("GET", "/people", "People", "Everybody who may sign in", need("admin")).output(z.array(Person)),
    invite: route("POST", "/people", "People", "Invite somebody; answers the link, which is shown once", need("admin"))
      .input(z.object({ name: Name, email: z.email().max(200), memberships: z.array(Membership).min(1).max(200) }))
      .output(z.object({ person: Person, invitation: Invitation })),
    change: route("PUT", "/people/{person}", "People", "Change what somebody may do, or take their access away", need("admin"))
      .input(z.object({ person: Id, memberships: z.array(Membership).max(200), disabled: z.boolean() }))
      .output(Person),
    reinvite: route(
      "POST",
      "/people/{person}/invitation",
      "People",
      "A new link with which somebody chooses a password",
      need("admin"),
    )
      .input(z.object({ person: Id }))
      .output(Invitation),
    accept: route("POST", "/invitations/accept", "People", "Choose a password with a link", PUBLIC)
      .input(
        z.object({
          token: z.string().min(20).max(200),
          password: Password,
          /** Only with the link of the first start, which makes the first admin. */
          name: Name.optional(),
          email: z.email().max(200).optional(),
        }),
      )
      .output(z.object({ email: z.string() })),
  },
  tokens: {
    list: route("GET", "/tokens", "People", "Tokens: one's own, and for admins everybody's", own).output(z.array(ApiToken)),
    create: route("POST", "/tokens", "People", "Make a token; its secret is shown once", own)
      .input(
        z.object({
          name: Name,
          project: Slug.nullable().default(null),
          scopes: z.array(Scope).min(1),
          days: z.int().min(1).max(365).default(90),
          /** Whose it is: said by the operator, who is no person; anybody else makes their own. */
          person: Id.optional(),
        }),
      )
      .output(z.object({ token: ApiToken, secret: z.string() })),
    revoke: route("DELETE", "/tokens/{token}", "People", "Revoke a token", own)
      .input(z.object({ token: Id }))
      .output(ApiToken),
  },
  audit: {
    list: route("GET", "/audit", "Settings", "Audit events, newest first")
      .input(
        z.object({
          project: Slug.optional(),
          actor: z.string().max(200).optional(),
          action: z.string().max(100).optional(),
          order: z.enum(["newest", "oldest"]).default("newest"),
          ...page,
        }),
      )
      .output(z.object({ total: z.int(), items: z.array(AuditEvent) })),
    verify: route("GET", "/audit/verify", "Settings", "Whether the chain of audit events holds", need("admin"))
      .input(
        z.object({
          /** A head that was kept elsewhere, `id:hash`: the chain has to run through it. */
          head: z
            .string()
            .regex(/^\d{1,15}:[0-9a-f]{64}$/, "has the form id:hash, as a verification gives it")
            .optional(),
        }),
      )
      .output(AuditVerification),
  },
  storage: {
    state: route("GET", "/storage", "Settings", "Whether the data can be written and was found sound").output(StorageState),
    removed: route("GET", "/removed", "Settings", "What was deleted and can be brought back", need("admin")).output(
      z.array(RemovedItem),
    ),
    restore: route("POST", "/removed/restore", "Settings", "Bring back what was deleted", need("admin"))
      .input(z.object({ kind: RemovableKind, id: Id }))
      .output(z.object({ restored: z.boolean() })),
  },
};
