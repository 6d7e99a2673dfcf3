import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import type { ApiToken, Membership, Person } from "../lib/contracts/access";
import type { Store } from "./client";
import { account, apiTokens, invitations, memberships, session, user } from "./schema";

/** How the sign-in library names an account that is a password. */
const CREDENTIAL = "credential";

/** Everybody who may sign in or once could, oldest first. */
export function listPeople(store: Store): Person[] {
  const passwords = new Set(
    store
      .select({ person: account.userId })
      .from(account)
      .where(eq(account.providerId, CREDENTIAL))
      .all()
      .map((one) => one.person),
  );
  const roles = new Map<string, Membership[]>();
  for (const { person, project, role } of store.select().from(memberships).orderBy(asc(memberships.project)).all()) {
    roles.set(person, [...(roles.get(person) ?? []), { project, role }]);
  }
  return store
    .select()
    .from(user)
    .orderBy(asc(user.createdAt), asc(user.id))
    .all()
    .map(({ id, name, email, disabled, createdAt, lastSeenAt }) => ({
      id,
      name,
      email,
      memberships: roles.get(id) ?? [],
      disabled,
      invited: !passwords.has(id),
      createdAt: createdAt.toISOString(),
      lastSeenAt,
    }));
}

export const anybodyThere = (store: Store): boolean => store.select({ id: user.id }).from(user).limit(1).get() !== undefined;

/** What every request of a person needs: who they are and what they may do. */
export function findMember(
  store: Store,
  id: string,
): (Pick<Person, "id" | "name" | "email" | "disabled" | "lastSeenAt"> & { memberships: Membership[] }) | undefined {
  const found = store
    .select({ id: user.id, name: user.name, email: user.email, disabled: user.disabled, lastSeenAt: user.lastSeenAt })
    .from(user)
    .where(eq(user.id, id))
    .get();
  if (!found) return undefined;
  const roles = store
    .select({ project: memberships.project, role: memberships.role })
    .from(memberships)
    .where(eq(memberships.person, id))
    .orderBy(asc(memberships.project))
    .all();
  return { ...found, memberships: roles };
}

export const findPersonByEmail = (store: Store, email: string): { id: string; name: string; disabled: boolean } | undefined =>
  store.select({ id: user.id, name: user.name, disabled: user.disabled }).from(user).where(eq(user.email, email)).get();

export function insertPerson(store: Store, { id, name, email }: Pick<Person, "id" | "name" | "email">): void {
  const now = new Date();
  store.insert(user).values({ id, name, email, emailVerified: true, createdAt: now, updatedAt: now }).run();
}

export function setDisabled(store: Store, person: string, disabled: boolean): void {
  store.update(user).set({ disabled, updatedAt: new Date() }).where(eq(user.id, person)).run();
}

export function setLastSeen(store: Store, person: string, at: string): void {
  store.update(user).set({ lastSeenAt: at }).where(eq(user.id, person)).run();
}

export function replaceMemberships(store: Store, person: string, wanted: readonly Membership[]): void {
  store.delete(memberships).where(eq(memberships.person, person)).run();
  for (const { project, role } of wanted) store.insert(memberships).values({ person, project, role }).run();
}

/** Stores the hash of a password, as the sign-in library makes it. */
export function putPassword(store: Store, person: string, hash: string): void {
  const now = new Date();
  const known = store
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.userId, person), eq(account.providerId, CREDENTIAL)))
    .get();
  if (known) store.update(account).set({ password: hash, updatedAt: now }).where(eq(account.id, known.id)).run();
  else {
    store
      .insert(account)
      .values({
        id: `acc_${person}`,
        userId: person,
        accountId: person,
        providerId: CREDENTIAL,
        password: hash,
        createdAt: now,
        updatedAt: now,
      })
      .run();
  }
}

/** The hash of a person's password; undefined where they have not chosen one. */
export const readPassword = (store: Store, person: string): string | undefined =>
  store
    .select({ password: account.password })
    .from(account)
    .where(and(eq(account.userId, person), eq(account.providerId, CREDENTIAL)))
    .get()?.password ?? undefined;

/** The sessions of a person that have not run out, the one used last first; without the secret of their cookie. */
export const listSessions = (store: Store, person: string) =>
  store
    .select({
      id: session.id,
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
      expiresAt: session.expiresAt,
      ipAddress: session.ipAddress,
      userAgent: session.userAgent,
    })
    .from(session)
    .where(eq(session.userId, person))
    .orderBy(desc(session.updatedAt))
    .all()
    .filter((one) => one.expiresAt.getTime() > Date.now());

/** Ends sessions of a person: the one given, or all but the one to keep, or all; answers how many. */
export function deleteSessions(store: Store, person: string, which: { only?: string; but?: string } = {}): number {
  return store
    .delete(session)
    .where(
      and(
        eq(session.userId, person),
        which.only === undefined ? undefined : eq(session.id, which.only),
        which.but === undefined ? undefined : ne(session.id, which.but),
      ),
    )
    .run().changes;
}

/** Puts the one invitation of a person, or of the first admin where `person` is null; an earlier one is void. */
export function putInvitation(
  store: Store,
  invitation: { hash: string; person: string | null; expiresAt: string; createdAt: string },
): void {
  deleteInvitations(store, invitation.person);
  store.insert(invitations).values(invitation).run();
}

export const findInvitation = (store: Store, hash: string) =>
  store.select().from(invitations).where(eq(invitations.hash, hash)).get();

export function deleteInvitations(store: Store, person: string | null): void {
  store
    .delete(invitations)
    .where(person === null ? isNull(invitations.person) : eq(invitations.person, person))
    .run();
}

type StoredToken = Omit<ApiToken, "personName">;

const tokenRows = (store: Store) =>
  store.select({ body: apiTokens.body, personName: user.name }).from(apiTokens).innerJoin(user, eq(user.id, apiTokens.person));

/** Tokens of one person, or of all, newest first. */
export const listTokens = (store: Store, person: string | null): ApiToken[] =>
  tokenRows(store)
    .where(person === null ? undefined : eq(apiTokens.person, person))
    .all()
    .map(({ body, personName }) => ({ ...body, personName }))
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));

export function findToken(store: Store, id: string): ApiToken | undefined {
  const found = tokenRows(store).where(eq(apiTokens.id, id)).get();
  return found && { ...found.body, personName: found.personName };
}

export const findTokenByHash = (store: Store, hash: string): StoredToken | undefined =>
  store.select({ body: apiTokens.body }).from(apiTokens).where(eq(apiTokens.hash, hash)).get()?.body;

export function insertToken(store: Store, token: StoredToken, hash: string): void {
  store.insert(apiTokens).values({ id: token.id, hash, person: token.person, body: token }).run();
}

export function updateToken(store: Store, { personName: _name, ...body }: StoredToken & { personName?: string }): void {
  store.update(apiTokens).set({ body }).where(eq(apiTokens.id, body.id)).run();
}
