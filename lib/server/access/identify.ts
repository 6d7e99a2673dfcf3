import "server-only";
import { findMember, findTokenByHash, setLastSeen, updateToken } from "@/db/people-repository";
import type { ApiToken } from "@/lib/contracts/access";
import { actorOf } from "../actor";
import type { Studio } from "../studio";
import type { ClientAddress } from "./client-address";
import { OPERATOR, type Principal, roleIn } from "./principal";
import { hashSecret } from "./secret-text";
import { signInMode } from "./sign-in-mode";

/** Who is asking, in whose name they write, and what the answer tells their browser to keep. */
export interface Identity {
  principal: Principal;
  actor: string;
  /** The session of a person who is signed in by cookie. */
  session: string | null;
  cookies: readonly string[];
}

const NOBODY: Identity = {
  principal: { kind: "nobody", person: null, memberships: [], scopes: null },
  actor: "nobody",
  session: null,
  cookies: [],
};
/** How often what was used last is written at most. */
const SEEN_EVERY_MS = 60_000;

/**
 * Who a request comes from. With sign-in off: the operator, in the name of the actor header. With sign-in on that header
 * says nothing; a token in Authorization is looked at alone, and without one the cookie of a session.
 * @param renew whether the answer can renew the cookie of a session that is rolling on
 */
export async function identify(
  headers: Headers,
  studio: Studio,
  { https, renew = true }: Pick<ClientAddress, "https"> & { renew?: boolean },
): Promise<Identity> {
  if (signInMode() === "off") return { principal: OPERATOR, actor: actorOf(headers), session: null, cookies: [] };
  const authorization = headers.get("authorization");
  if (authorization !== null) return ofToken(studio, /^Bearer +(studio_[0-9A-Za-z]{43})$/i.exec(authorization.trim())?.[1]);
  if (!/(?:^|; ?)(?:__Secure-)?studio\.session_token=/.test(headers.get("cookie") ?? "")) return NOBODY;
  return ofCookie(studio, headers, https, renew);
}

async function ofCookie(studio: Studio, headers: Headers, https: boolean, renew: boolean): Promise<Identity> {
  // The library is loaded where somebody signs in: a studio of one person does without it.
  const { plainSignIn, secureSignIn } = await import("./sign-in-library");
  const { api } = (https ? secureSignIn : plainSignIn)(studio);
  const { headers: answer, response } = await api.getSession({
    headers: new Headers({ cookie: headers.get("cookie") ?? "" }),
    query: { disableRefresh: !renew },
    returnHeaders: true,
  });
  const member = response && findMember(studio.database, response.user.id);
  if (!response || !member || member.disabled) return { ...NOBODY, cookies: answer.getSetCookie() };
  seen(studio, member.lastSeenAt, (at) => setLastSeen(studio.database, member.id, at));
  return {
    principal: { kind: "person", person: member.id, memberships: member.memberships, scopes: null },
    actor: member.name,
    session: response.session.id,
    cookies: answer.getSetCookie(),
  };
}

/** A token does what its person may do, in its one project where it is bound to one. */
function ofToken(studio: Studio, secret: string | undefined): Identity {
  const token = secret === undefined ? undefined : findTokenByHash(studio.database, hashSecret(secret));
  if (!token || token.revokedAt !== null || token.expiresAt <= new Date().toISOString()) return NOBODY;
  const member = findMember(studio.database, token.person);
  if (!member || member.disabled) return NOBODY;
  seen(studio, token.lastUsedAt, (lastUsedAt) => updateToken(studio.database, { ...token, lastUsedAt }));
  return {
    principal: { kind: "token", person: member.id, memberships: membershipsOf(token, member), scopes: token.scopes },
    actor: `${member.name} (token ${token.name})`,
    session: null,
    cookies: [],
  };
}

function membershipsOf({ project }: Pick<ApiToken, "project">, member: Pick<Principal, "memberships">): Principal["memberships"] {
  if (project === null) return member.memberships;
  const role = roleIn({ ...NOBODY.principal, memberships: member.memberships }, project);
  return role === null ? [] : [{ project, role }];
}

/** What was seen last is of use and no more: a disk that takes no writes turns nobody away. */
function seen(studio: Studio, before: string | null, write: (at: string) => void): void {
  if (before !== null && Date.now() - Date.parse(before) < SEEN_EVERY_MS) return;
  try {
    write(new Date().toISOString());
  } catch (error) {
    if (!studio.database.$client.open) throw error;
  }
}
