import "server-only";
import { markRemoved } from "@/db/removal-repository";
import { findToolService, listToolServices, putToolService } from "@/db/tool-service-repository";
import type { Discovery, ToolDrift, ToolService, ToolServiceInput } from "@/lib/contracts/tool-service";
import { parseHarness } from "@/lib/harness/parse";
import { AppError, badRequest, notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireBundle, requireProject, requireVersion } from "../lookups";
import { COMMANDS_REFUSED, commandsAllowed } from "../tools/commands-allowed";
import { driftOf } from "../tools/drift";
import { keyOf } from "../tools/secrets";
import { isMcpService } from "../tools/service-match";
import { ToolFailure } from "../tools/tool-failure";
import { toolFiles } from "../tools/tool-files";
import { refuseCredentials } from "./endpoints";

/** `keyPresent`: the variable is set in the studio's environment, or none is needed. */
export const allToolServices = ({ studio }: Context): (ToolService & { keyPresent: boolean })[] =>
  listToolServices(studio.database).map((service) => ({
    ...service,
    keyPresent: service.keyVariable === "" || keyOf(service, process.env) !== "",
  }));

export function saveToolService(context: Context, input: ToolServiceInput): ToolService {
  if (input.kind !== "mcp-stdio") refuseCredentials(input.url, "url");
  else if (!commandsAllowed(process.env)) throw new AppError("FORBIDDEN", COMMANDS_REFUSED);
  return context.studio.database.transaction((tx) => {
    const known = findToolService(tx, input.id);
    const service: ToolService = { ...input, createdAt: known?.createdAt ?? timestamp() };
    putToolService(tx, service);
    recordAudit(tx, context, {
      action: known ? "tool-service-changed" : "tool-service-created",
      project: null,
      subject: `tool-service:${service.id}`,
      detail: {
        kind: input.kind,
        keyVariable: input.keyVariable,
        ...(input.kind === "mcp-stdio"
          ? { command: input.command, args: input.args, environment: input.environment }
          : { url: input.url, allowPrivate: input.allowPrivate }),
      },
    });
    return service;
  });
}

export function removeToolService(context: Context, { id }: { id: string }): { removed: boolean } {
  return context.studio.database.transaction((tx) => {
    if (!findToolService(tx, id)) throw notFound("tool service", id);
    markRemoved(tx, "tool-service", id, context.actor, timestamp());
    recordAudit(tx, context, { action: "tool-service-removed", project: null, subject: `tool-service:${id}` });
    return { removed: true };
  });
}

/** What an MCP server offers now, with the tool files that would bind it. Asking starts or calls the server, and is recorded. */
export async function discoverTools(context: Context, { id }: { id: string }): Promise<Discovery> {
  const { studio } = context;
  const service = findToolService(studio.database, id);
  if (!service) throw notFound("tool service", id);
  if (!isMcpService(service)) throw badRequest("id: only an MCP server can be asked what tools it has");
  const listing = await studio.tools.listing(service).catch((error: unknown) => {
    throw error instanceof ToolFailure ? badRequest(error.message) : error;
  });
  const { revision, serverName, serverVersion } = listing;
  const tools = [...listing.tools.values()];
  const files = toolFiles(id, tools);
  recordAudit(studio.database, context, {
    action: "tools-discovered",
    project: null,
    subject: `tool-service:${id}`,
    detail: { revision, serverName, serverVersion, tools: tools.length },
  });
  return {
    server: id,
    revision,
    serverName,
    serverVersion,
    tools: tools.map((found, index) => ({ ...found, path: files[index]?.path ?? "" })),
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
  };
}

/** How the MCP tools of a version stand against their servers. */
export function toolDrift({ studio }: Context, input: { project: string; version: string }): Promise<ToolDrift[]> {
  const store = studio.database;
  requireProject(store, input.project);
  const files = requireBundle(store, requireVersion(store, input.project, input.version).hash);
  const tools = parseHarness(files).harness?.tools ?? [];
  return driftOf(tools, files, listToolServices(store), (service) => studio.tools.listing(service));
}
