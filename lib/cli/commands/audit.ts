import { createWriteStream } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { type CommonOptions, type StudioClient, withCommonOptions, withStudio } from "../connection";
import { CommandError, EXIT } from "../exit";
import { note, print } from "../output";
import { formatTable } from "../table";

interface FilterOptions extends CommonOptions {
  project?: string;
  by?: string;
  action?: string;
}

const filterOf = ({ project, by, action }: FilterOptions) => ({
  ...(project !== undefined && { project }),
  ...(by !== undefined && { actor: by }),
  ...(action !== undefined && { action }),
});

const filtered = (command: Command) =>
  withCommonOptions(command)
    .option("--project <id>", "events of this project alone")
    .option("--by <actor>", "events of this person alone")
    .option("--action <action>", "events of this kind alone, for example release-promoted");

async function verify({ head, ...options }: CommonOptions & { head?: string }): Promise<void> {
  if (head !== undefined && !/^\d{1,15}:[0-9a-f]{64}$/.test(head))
    throw new CommandError("--head is id:hash, as an earlier verification printed it.");
  const found = await withStudio(options, (client) => client.audit.verify(head === undefined ? {} : { head }));
  const kept = found.head === null ? "" : `\nHead, to keep elsewhere: ${found.head.id}:${found.head.hash}`;
  const text = found.intact
    ? `The chain of ${found.events} audit events holds.${kept}`
    : `The chain of ${found.events} audit events is broken, first at event ${found.firstBroken}.\n${found.problems.join("\n")}`;
  print(options, found, text);
  if (!found.intact) process.exitCode = EXIT.negative;
}

async function list({ limit, ...options }: FilterOptions & { limit: string }): Promise<void> {
  const wanted = Number(limit);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 500) throw new CommandError("--limit is a number from 1 to 500.");
  const page = await withStudio(options, (client) => client.audit.list({ ...filterOf(options), limit: wanted }));
  // A name may hold anything; a line of a terminal is to stay one.
  const rows = page.items.map((event) =>
    [event.id, event.at, event.actor, event.action, event.project ?? "–", event.subject, event.hash.slice(0, 8)].map((cell) =>
      String(cell).replace(/\p{Cc}/gu, " "),
    ),
  );
  const table = formatTable(["event", "at", "by", "action", "project", "subject", "hash"], rows);
  print(options, page, page.total > rows.length ? `${table}\n\n${rows.length} of ${page.total}` : table);
}

const PAGE = 500;

async function* lines(client: StudioClient, filter: ReturnType<typeof filterOf>): AsyncGenerator<string> {
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await client.audit.list({ ...filter, order: "oldest", offset, limit: PAGE });
    for (const event of items) yield `${JSON.stringify(event)}\n`;
    if (items.length < PAGE) return;
  }
}

async function write({ out, ...options }: FilterOptions & { out?: string }): Promise<void> {
  const terminal = new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, () => done()) });
  await withStudio(options, (client) =>
    pipeline(lines(client, filterOf(options)), out === undefined ? terminal : createWriteStream(out)),
  );
  if (out !== undefined) note(options, `Wrote the audit events to ${out}`);
}

export function registerAudit(program: Command): void {
  const group = program.command("audit").description("the log of every write, each event linked to the one before it");
  withCommonOptions(
    group
      .command("verify")
      .description("follow the chain of audit events and hold releases against it; exits with 1 where it is broken")
      .option("--head <id:hash>", "a head that an earlier verification printed and that was kept elsewhere"),
  ).action(verify);
  filtered(group.command("list").description("list audit events, newest first"))
    .option("--limit <number>", "events", "50")
    .action(list);
  filtered(group.command("export").description("write the audit events as JSON Lines, oldest first"))
    .option("--out <file>", "file to write (default: standard output)")
    .action(write);
}
