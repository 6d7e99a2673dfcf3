import type { Command } from "commander";
import { Scope } from "@/lib/contracts/access";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { CommandError } from "../exit";
import { print } from "../output";
import { formatTable } from "../table";
import { findByEmail } from "./people";

interface CreateOptions extends CommonOptions {
  for: string;
  name: string;
  scope: Scope[];
  project?: string;
  days: string;
}

function scopes(text: string, before: Scope[] = []): Scope[] {
  const parsed = Scope.safeParse(text);
  if (!parsed.success) throw new CommandError(`--scope is one of ${Scope.options.join(", ")}.`);
  return [...before, parsed.data];
}

async function create({ for: email, name, scope, project, days, ...options }: CreateOptions): Promise<void> {
  if (!/^\d{1,3}$/.test(days)) throw new CommandError("--days is a whole number from 1 to 365.");
  const made = await withStudio(options, async (client) => {
    const { id } = await findByEmail(client, email);
    return client.tokens.create({ name, person: id, scopes: scope, project: project ?? null, days: Number(days) });
  });
  print(options, made, made.secret);
}

async function list(options: CommonOptions): Promise<void> {
  const tokens = await withStudio(options, (client) => client.tokens.list());
  const now = new Date().toISOString();
  const rows = tokens.map((one) => [
    one.id,
    one.name,
    one.personName.replace(/\p{C}/gu, " "),
    one.project ?? "all",
    one.scopes.join(" "),
    one.expiresAt.slice(0, 10),
    one.revokedAt !== null ? "revoked" : one.expiresAt <= now ? "expired" : "",
  ]);
  print(
    options,
    tokens,
    rows.length === 0 ? "No tokens yet." : formatTable(["id", "name", "of", "project", "scopes", "until", ""], rows),
  );
}

async function revoke(token: string, options: CommonOptions): Promise<void> {
  const revoked = await withStudio(options, (client) => client.tokens.revoke({ token }));
  print(options, revoked, `${revoked.name} is revoked.`);
}

export function registerToken(program: Command): void {
  const token = program.command("token").description("tokens of the API; a client sends one as Bearer, or in STUDIO_TOKEN");
  withCommonOptions(token.command("create").description("make a token and print its secret, which is shown once"))
    .requiredOption("--for <email>", "whose it is: it may do no more than they may")
    .requiredOption("--name <name>", "what it is for")
    .requiredOption("--scope <scope>", `${Scope.options.join(", ")}; may be given several times`, scopes)
    .option("--project <id>", "the one project that it is good for")
    .option("--days <number>", "how long it is good for", "90")
    .action(create);
  withCommonOptions(token.command("list").description("every token, without its secret")).action(list);
  withCommonOptions(token.command("revoke <id>").description("end a token at once")).action(revoke);
}
