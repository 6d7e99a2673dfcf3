import "server-only";
import type { Store } from "@/db/client";
import {
  anybodyThere,
  deleteInvitations,
  deleteSessions,
  findInvitation,
  findMember,
  insertPerson,
  listPeople,
  putInvitation,
  putPassword,
  replaceMemberships,
  setDisabled,
} from "@/db/people-repository";
import { findProject } from "@/db/project-repository";
import type { Invitation, Membership, Person } from "@/lib/contracts/access";
import { invitationPath } from "../access/first-admin";
import { nameProblem } from "../access/person-name";
import { hashSecret, newInvitationSecret } from "../access/secret-text";
import { badRequest, conflict, notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireProject } from "../lookups";

const WEEK_MS = 7 * 86_400_000;

export const allPeople = ({ studio }: Context): Person[] => listPeople(studio.database);

function requirePerson(store: Store, id: string): Person {
  const person = listPeople(store).find((one) => one.id === id);
  if (!person) throw notFound("person", id);
  return person;
}

/** Each project once, and no project that is not there. One that was deleted may stay where it was. */
function refuseMemberships(store: Store, wanted: readonly Membership[], before: readonly Membership[] = []): void {
  const seen = new Set<string>();
  for (const { project } of wanted) {
    if (seen.has(project)) throw badRequest(`memberships: ${project} is named twice`);
    seen.add(project);
    if (project !== "*" && !before.some((one) => one.project === project) && !findProject(store, project)) {
      requireProject(store, project);
    }
  }
}

function newInvitation(store: Store, person: string): Invitation {
  const secret = newInvitationSecret();
  const expiresAt = new Date(Date.now() + WEEK_MS).toISOString();
  putInvitation(store, { hash: hashSecret(secret), person, createdAt: timestamp(), expiresAt });
  return { path: invitationPath(secret), expiresAt };
}

const rolesText = (memberships: readonly Membership[]) =>
  memberships.map(({ project, role }) => `${role} of ${project}`).join(", ") || "none";

function addPerson(store: Store, { name, email }: { name: string; email: string }): string {
  const people = listPeople(store);
  const problem = nameProblem(
    name,
    people.map((one) => one.name),
  );
  if (problem !== null) throw badRequest(problem);
  const known = people.find((one) => one.email === email);
  if (known) throw conflict(`${known.name} has this e-mail already.`, { current: known.name, at: known.createdAt });
  const id = newId("per");
  insertPerson(store, { id, name, email });
  return id;
}

/** The link is in the answer alone: only its hash is stored. */
export function invitePerson(
  context: Context,
  input: { name: string; email: string; memberships: Membership[] },
): { person: Person; invitation: Invitation } {
  return context.studio.database.transaction((tx) => {
    refuseMemberships(tx, input.memberships);
    const id = addPerson(tx, { name: input.name.normalize("NFC"), email: input.email.toLowerCase() });
    replaceMemberships(tx, id, input.memberships);
    const invitation = newInvitation(tx, id);
    recordAudit(tx, context, {
      action: "person-invited",
      project: null,
      subject: `person:${id}`,
      detail: { name: input.name, roles: rolesText(input.memberships) },
    });
    return { person: requirePerson(tx, id), invitation };
  });
}

const isAdmin = ({ disabled, memberships }: Pick<Person, "disabled" | "memberships">) =>
  !disabled && memberships.some(({ project, role }) => project === "*" && role === "admin");

/** Takes effect with the next request; somebody whose access is taken away is signed out at once, and their tokens die. */
export function changePerson(context: Context, input: { person: string; memberships: Membership[]; disabled: boolean }): Person {
  return context.studio.database.transaction((tx) => {
    const before = requirePerson(tx, input.person);
    refuseMemberships(tx, input.memberships, before.memberships);
    const others = listPeople(tx).filter((one) => one.id !== before.id && !one.invited);
    if (isAdmin(before) && !isAdmin(input) && !others.some(isAdmin)) {
      throw badRequest(`${before.name} is the last admin of the studio. Make somebody else an admin first.`);
    }
    replaceMemberships(tx, before.id, input.memberships);
    setDisabled(tx, before.id, input.disabled);
    if (input.disabled) {
      deleteSessions(tx, before.id);
      deleteInvitations(tx, before.id);
    }
    const action = input.disabled === before.disabled ? "person-changed" : input.disabled ? "person-disabled" : "person-enabled";
    recordAudit(tx, context, {
      action,
      project: null,
      subject: `person:${before.id}`,
      detail: { name: before.name, before: rolesText(before.memberships), roles: rolesText(input.memberships) },
    });
    return requirePerson(tx, before.id);
  });
}

/** The password that somebody has goes on until they choose another with the link. */
export function reinvitePerson(context: Context, input: { person: string }): Invitation {
  return context.studio.database.transaction((tx) => {
    const person = requirePerson(tx, input.person);
    if (person.disabled) throw badRequest(`${person.name} has no access any more. Give it back first.`);
    recordAudit(tx, context, {
      action: "person-reinvited",
      project: null,
      subject: `person:${person.id}`,
      detail: { name: person.name },
    });
    return newInvitation(tx, person.id);
  });
}

const spent = () => badRequest("token: this link was used or has run out. Ask an admin for a new one.");

/**
 * Sets the password of the one that the link is for, ends their sessions, and spends the link. The link of the first
 * start makes the first admin, and is void as soon as anybody is there.
 */
export async function acceptInvitation(
  { studio }: Pick<Context, "studio">,
  input: { token: string; password: string; name?: string | undefined; email?: string | undefined },
): Promise<{ email: string }> {
  const hash = hashSecret(input.token);
  if (!findInvitation(studio.database, hash)) throw spent();
  const { plainSignIn } = await import("../access/sign-in-library");
  const { password } = await plainSignIn(studio).$context;
  const hashed = await password.hash(input.password);
  return studio.database.transaction((tx) => {
    const invitation = findInvitation(tx, hash);
    if (!invitation || invitation.expiresAt <= timestamp()) throw spent();
    const person = invitation.person ?? firstAdmin(tx, input);
    const member = findMember(tx, person);
    if (!member || member.disabled) throw spent();
    putPassword(tx, person, hashed);
    deleteInvitations(tx, invitation.person);
    const ended = deleteSessions(tx, person);
    recordAudit(
      tx,
      { actor: member.name },
      {
        action: invitation.person === null ? "first-admin-made" : "password-chosen",
        project: null,
        subject: `person:${person}`,
        detail: { ended },
      },
    );
    return { email: member.email };
  });
}

function firstAdmin(store: Store, { name, email }: { name?: string | undefined; email?: string | undefined }): string {
  if (anybodyThere(store)) throw spent();
  if (name === undefined || email === undefined) {
    throw badRequest("name, email: the first admin says who they are");
  }
  const id = addPerson(store, { name: name.normalize("NFC"), email: email.toLowerCase() });
  replaceMemberships(store, id, [{ project: "*", role: "admin" }]);
  return id;
}
