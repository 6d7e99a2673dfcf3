import "server-only";
import { listProjects } from "@/db/project-repository";
import type { Access, Membership, Role } from "@/lib/contracts/access";
import { AppError, notFound } from "../app-error";
import type { Studio } from "../studio";
import { type Principal, reaches, roleIn } from "./principal";

const INSTEAD = "Ask an admin of the studio for the role.";

/** Nobody is signed in, or the token is not good any more. */
export const unauthorized = () =>
  new AppError("UNAUTHORIZED", "Sign in, or send a token of the API that is still good in the header Authorization.");

export const forbidden = (message: string) => new AppError("FORBIDDEN", message);

/**
 * Lets a request through or throws: UNAUTHORIZED where nobody is signed in, NOT_FOUND where the principal has no role in
 * the project (as for a project that does not exist), FORBIDDEN where the role or the token's scope does not reach.
 * @param project the project that the request names; null: it names none and demands a role anywhere, or, for admin, on `*`.
 */
export function authorise(principal: Principal, access: Access, project: string | null): void {
  if (access.role === "public") return;
  if (principal.kind === "nobody") throw unauthorized();
  const role = project === null ? anywhere(principal.memberships) : roleIn(principal, project);
  if (role === null) {
    if (project !== null) throw notFound("project", project);
    throw forbidden(`You have no role in this studio yet. ${INSTEAD}`);
  }
  // What is in the hands of a token that manages people is in the hands of an admin.
  const least = principal.kind === "token" && access.scope === "admin" ? "admin" : access.role;
  const reached = project === null && least === "admin" ? roleIn(principal, null) : role;
  if (!reaches(reached, least)) {
    const where = project !== null ? `in ${project}` : least === "admin" ? "of the whole studio" : "in some project";
    throw forbidden(`This takes the role ${least} ${where}; you are ${reached ?? role}. ${INSTEAD}`);
  }
  if (principal.scopes && !principal.scopes.includes(access.scope)) {
    throw forbidden(`This takes a token with the scope ${access.scope}; this one has ${principal.scopes.join(", ")}.`);
  }
}

const anywhere = (memberships: readonly Membership[]): Role | null =>
  memberships.reduce<Role | null>((best, { role }) => (best === null || reaches(role, best) ? role : best), null);

/** Whether anything of a project may be shown to a principal. */
export const sees = (principal: Principal, project: string): boolean => roleIn(principal, project) !== null;

/**
 * Where an operation outside /projects/{project} names the project that it is about. What is not listed is about none,
 * whatever its input holds: a `project` that a caller adds must not make an operation of the studio one of their project.
 */
const NAMED: Record<string, { in: "input" | "query"; orOnly?: true }> = {
  "serving.respond": { in: "input" },
  "serving.stream": { in: "input" },
  "audit.list": { in: "input" },
  "releases.watch": { in: "input", orOnly: true },
  "releases.pull": { in: "query", orOnly: true },
};

/** The project that a request is about, read before its input is parsed; null for none. */
export function projectAsked(studio: Studio, operation: { name: string; path: string }, input: unknown): string | null {
  if (operation.path.startsWith("/projects/{project}")) return field(input, "project") ?? "";
  const place = NAMED[operation.name];
  if (!place) return null;
  const named = field(place.in === "input" ? input : isRecord(input) && input.query, "project");
  if (named !== null || !place.orOnly) return named;
  const [only, other] = listProjects(studio.database);
  return only && !other ? only.id : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What is no text names no project: it is then one that nobody has a role in. */
function field(input: unknown, name: string): string | null {
  if (!isRecord(input) || input[name] === undefined) return null;
  const value = input[name];
  return typeof value === "string" ? value : "";
}

/** Of an operation that only says who and what there is: `audit.list` over all projects shows what belongs to none as well. */
export const accessOf = (operation: string, access: Access, project: string | null): Access =>
  operation === "audit.list" && project === null ? { role: "admin", scope: access.scope } : access;
