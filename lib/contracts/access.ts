import { z } from "zod";
import { Slug } from "./ids";

/** Each role may do what those before it may. viewer: read; developer: write and evaluate; releaser: move channels; admin: settings and people. */
export const Role = z.enum(["viewer", "developer", "releaser", "admin"]);
export type Role = z.infer<typeof Role>;

/** What a token may be used for. `serve`: pull a release and ask the agent; nothing else. */
export const Scope = z.enum(["read", "develop", "release", "serve", "admin"]);
export type Scope = z.infer<typeof Scope>;

/** What an operation demands: this role in its project and, of a token, this scope. `public`: nobody need be signed in. */
export interface Access {
  role: Role | "public";
  scope: Scope;
}

/** `*` stands for every project, and for what belongs to none: endpoints, tool services, people. */
export const MembershipProject = z.union([z.literal("*"), Slug]);

export const Membership = z.object({ project: MembershipProject, role: Role });
export type Membership = z.infer<typeof Membership>;

/** Somebody who may sign in. Names are unique without regard to case: they stand under decisions. */
export const Person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  memberships: z.array(Membership),
  /** Has no access any more; what they did keeps their name. */
  disabled: z.boolean(),
  /** Has not yet chosen a password. */
  invited: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
});
export type Person = z.infer<typeof Person>;

/** A link, shown once, with which a person chooses a password. `path` is under the studio's address. */
export const Invitation = z.object({ path: z.string(), expiresAt: z.string() });
export type Invitation = z.infer<typeof Invitation>;

export const Password = z.string().min(12, "has at least 12 characters").max(128);

/** Who is asking. With sign-in off there is no person, and whoever reaches the studio may do everything. */
export const Session = z.object({
  signIn: z.enum(["off", "on"]),
  /** Nobody is there yet: the link that the studio printed at its start makes the first admin. */
  empty: z.boolean(),
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  memberships: z.array(Membership),
});
export type Session = z.infer<typeof Session>;

/** A token of the API. Its secret is shown once; only its SHA-256 is kept. It never exceeds what its person may do. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  person: z.string(),
  personName: z.string(),
  /** The one project that it is good for; null for all of its person's. */
  project: Slug.nullable(),
  scopes: z.array(Scope),
  /** The first characters of the secret, to tell tokens apart. */
  prefix: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;
