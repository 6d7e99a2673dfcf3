import type { Command } from "commander";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { EXIT } from "../exit";
import { print } from "../output";
import { formatTable } from "../table";

interface DriftOptions extends CommonOptions {
  project: string;
  version: string;
}

/** What a server says of itself may hold control characters: none reaches the terminal. */
const plain = (text: string, length: number) => {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};

async function list(options: CommonOptions): Promise<void> {
  const services = await withStudio(options, (client) => client.toolServices.list());
  const rows = services.map((service) => [
    service.id,
    service.kind,
    service.kind === "mcp-stdio" ? [service.command, ...service.args].join(" ") : service.url,
    service.keyVariable === "" ? "none needed" : `${service.keyVariable} ${service.keyPresent ? "is set" : "is not set"}`,
  ]);
  print(options, services, formatTable(["service", "kind", "address", "key"], rows));
}

async function discover(service: string, options: CommonOptions): Promise<void> {
  const found = await withStudio(options, (client) => client.toolServices.discover({ id: service }));
  const rows = found.tools.map(({ tool, schemaHash, path }) => [
    plain(tool.name, 60),
    path,
    schemaHash.slice(0, 12),
    plain(tool.description, 60),
  ]);
  const server = `${plain(found.serverName, 60)} ${plain(found.serverVersion, 20)}, protocol ${found.revision}`;
  print(options, found, `${server}\n${formatTable(["tool", "file", "schema", "description"], rows)}`);
}

async function drift({ project, version, ...options }: DriftOptions): Promise<void> {
  const found = await withStudio(options, (client) => client.versions.drift({ project, version }));
  const rows = found.map(({ tool, server, state, message }) => [tool, server, state, plain(message, 100)]);
  const text = found.length === 0 ? "The version has no MCP tools." : formatTable(["tool", "server", "state", ""], rows);
  print(options, found, text);
  if (found.some(({ state }) => state !== "same")) process.exitCode = EXIT.negative;
}

export function registerTools(program: Command): void {
  const group = program.command("tools").description("the services that tools may reach, what they offer, and drift");
  withCommonOptions(group.command("list").description("list the tool services of the settings")).action(list);
  withCommonOptions(group.command("discover <service>").description("ask an MCP server what tools it has")).action(discover);
  withCommonOptions(
    group
      .command("drift")
      .description("set a version's MCP tools against their servers; exits with 1 where one is not as pinned")
      .requiredOption("--project <id>", "project")
      .requiredOption("--version <hash>", "version hash, or its first eight or more characters"),
  ).action(drift);
}
