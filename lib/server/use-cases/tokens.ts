import "server-only";
import { findMember, findToken, insertToken, listTokens, updateToken } from "@/db/people-repository";
import type { ApiToken, Scope } from "@/lib/contracts/access";
import { forbidden } from "../access/authorise";
import { oneLine } from "../access/person-name";
import { OPERATOR, type Principal, roleIn } from "../access/principal";
import { hashSecret, newTokenSecret } from "../access/secret-text";
import { badRequest, notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireProject } from "../lookups";

const DAY_MS = 86_400_000;

const isAdmin = (principal: Principal) => roleIn(principal, null) === "admin";

/** One's own tokens; for an admin of the studio everybody's. */
export const allTokens = ({ studio, principal = OPERATOR }: Context): ApiToken[] =>
  listTokens(studio.database, isAdmin(principal) ? null : principal.person);

/** The secret is in the answer alone. A person makes tokens for themselves; the operator says for whom. */
export function createToken(
  context: Context,
  input: { name: string; project: string | null; scopes: Scope[]; days: number; person?: string | undefined },
): { token: ApiToken; secret: string } {
  const { studio, principal = OPERATOR } = context;
  if (principal.kind === "token") throw forbidden("A token cannot make another. Sign in, or use the command line.");
  if (input.person !== undefined && principal.kind !== "operator" && input.person !== principal.person) {
    throw forbidden("A token is made by the person whose it is.");
  }
  const owner = input.person ?? principal.person;
  if (owner === null) throw badRequest("person: say whose token it is; it may do no more than they may");
  if (oneLine(input.name) !== input.name) throw badRequest("name: has a character that cannot be seen");
  const secret = newTokenSecret();
  return studio.database.transaction((tx) => {
    const member = findMember(tx, owner);
    if (!member) throw notFound("person", owner);
    if (member.disabled) throw badRequest(`person: ${member.name} has no access any more`);
    if (input.project !== null) {
      if (!member.memberships.some(({ project }) => project === "*" || project === input.project)) {
        throw notFound("project", input.project);
      }
      requireProject(tx, input.project);
    }
    const now = Date.now();
    const token: ApiToken = {
      id: newId("tok"),
      name: input.name,
      person: member.id,
      personName: member.name,
      project: input.project,
      scopes: [...new Set(input.scopes)],
      prefix: secret.slice(0, 12),
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + input.days * DAY_MS).toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    };
    const { personName: _shown, ...stored } = token;
    insertToken(tx, stored, hashSecret(secret));
    recordAudit(tx, context, {
      action: "token-created",
      project: input.project,
      subject: `token:${token.id}`,
      detail: { name: token.name, person: member.name, scopes: token.scopes.join(" "), expiresAt: token.expiresAt },
    });
    return { token, secret };
  });
}

/** Its own person, an admin or the operator may do so. A token of somebody else is not there. */
export function revokeToken(context: Context, input: { token: string }): ApiToken {
  const { studio, principal = OPERATOR } = context;
  return studio.database.transaction((tx) => {
    const token = findToken(tx, input.token);
    if (!token || (token.person !== principal.person && !isAdmin(principal))) throw notFound("token", input.token);
    if (token.revokedAt !== null) return token;
    const revoked: ApiToken = { ...token, revokedAt: timestamp() };
    updateToken(tx, revoked);
    recordAudit(tx, context, {
      action: "token-revoked",
      project: token.project,
      subject: `token:${token.id}`,
      detail: { name: token.name, person: token.personName },
    });
    return revoked;
  });
}
