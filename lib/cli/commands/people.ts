import type { Command } from "commander";
import { type Membership, MembershipProject, Role } from "@/lib/contracts/access";
import { type CommonOptions, type StudioClient, withCommonOptions, withStudio } from "../connection";
import { CommandError } from "../exit";
import { print } from "../output";
import { formatTable } from "../table";

interface InviteOptions extends CommonOptions {
  name: string;
  role: Membership[];
}

/** `admin` or `viewer:live-room`. */
function memberships(text: string, before: Membership[] = []): Membership[] {
  const [role, project = "*"] = text.split(":");
  const parsed = { role: Role.safeParse(role), project: MembershipProject.safeParse(project) };
  if (!parsed.role.success || !parsed.project.success)
    throw new CommandError(
      `--role is one of ${Role.options.join(", ")}, with a project behind a colon where it is for one: viewer:live-room.`,
    );
  return [...before, { role: parsed.role.data, project: parsed.project.data }];
}

/** Names may hold anything that can be seen; a line of a terminal is to stay one. */
const shown = (text: string) => text.replace(/\p{C}/gu, " ");
const rolesOf = (list: readonly Membership[]) =>
  list.map(({ role, project }) => (project === "*" ? role : `${role}:${project}`)).join(" ") || "–";

export async function findByEmail(client: StudioClient, email: string) {
  const person = (await client.people.list()).find((one) => one.email === email.trim().toLowerCase());
  if (!person) throw new CommandError(`Nobody has the e-mail ${shown(email)}. studio people list shows everybody.`);
  return person;
}

async function list(options: CommonOptions): Promise<void> {
  const people = await withStudio(options, (client) => client.people.list());
  const state = ({ disabled, invited }: (typeof people)[number]) => (disabled ? "no access" : invited ? "invited" : "");
  const rows = people.map((one) => [shown(one.name), one.email, rolesOf(one.memberships), state(one)]);
  print(options, people, rows.length === 0 ? "Nobody yet." : formatTable(["name", "e-mail", "roles", ""], rows));
}

/** Somebody who is there already gets a link to choose another password. */
async function invite(email: string, { name, role, ...options }: InviteOptions): Promise<void> {
  const made = await withStudio(options, async (client) => {
    const known = (await client.people.list()).find((one) => one.email === email.trim().toLowerCase());
    if (known) return { person: known, invitation: await client.people.reinvite({ person: known.id }) };
    if (name === undefined || role === undefined) throw new CommandError("Somebody new needs --name and at least one --role.");
    return client.people.invite({ name, email, memberships: role });
  });
  const until = made.invitation.expiresAt.slice(0, 10);
  print(
    options,
    made,
    `${shown(made.person.name)} chooses a password at the studio's address with, until ${until} and once:\n${made.invitation.path}`,
  );
}

async function disable(email: string, options: CommonOptions): Promise<void> {
  const person = await withStudio(options, async (client) => {
    const { id, memberships: kept } = await findByEmail(client, email);
    return client.people.change({ person: id, memberships: kept, disabled: true });
  });
  print(options, person, `${shown(person.name)} has no access any more: sessions and tokens have ended.`);
}

export function registerPeople(program: Command): void {
  const people = program.command("people").description("who may sign in; on the data folder, whoever is at this machine may");
  withCommonOptions(people.command("list").description("everybody, with their roles")).action(list);
  withCommonOptions(people.command("invite <email>").description("a link with which somebody chooses a password; shown once"))
    .option("--name <name>", "of somebody new: the name under what they decide")
    .option("--role <role>", "of somebody new: a role, or role:project; may be given several times", memberships)
    .action(invite);
  withCommonOptions(people.command("disable <email>").description("take somebody's access away")).action(disable);
}
