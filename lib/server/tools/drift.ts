import "server-only";
import type { Bundle, Tool } from "@/lib/contracts/harness";
import { JsonObject } from "@/lib/contracts/ids";
import type { ToolDrift, ToolService } from "@/lib/contracts/tool-service";
import type { ServerListing } from "./mcp-connection";
import { isMcpService, type McpService } from "./service-match";
import { ToolFailure } from "./tool-failure";
import { refreshedFile } from "./tool-files";

type Found = { ok: true; listing: ServerListing } | { ok: false; message: string };

/** Sets the MCP tools of a version against their servers, each of which is asked once. Never rejects. */
export async function driftOf(
  tools: readonly Tool[],
  files: Bundle,
  services: readonly ToolService[],
  ask: (service: McpService) => Promise<ServerListing>,
): Promise<ToolDrift[]> {
  const asked = new Map<string, Promise<Found>>();
  const listingOf = (service: McpService): Promise<Found> => {
    const known = asked.get(service.id);
    if (known) return known;
    const found = ask(service).then(
      (listing): Found => ({ ok: true, listing }),
      (error: unknown): Found => ({
        ok: false,
        message: error instanceof ToolFailure ? error.message : `The server ${service.id} could not be asked.`,
      }),
    );
    asked.set(service.id, found);
    return found;
  };
  const states = tools.map(async ({ name, path, binding }): Promise<ToolDrift[]> => {
    if (binding.kind !== "mcp") return [];
    const { server, schemaHash: pinnedHash } = binding;
    const base = { tool: name, path, server, pinnedHash, upstreamHash: null, file: null };
    const service = services.find(({ id }) => id === server);
    if (!isMcpService(service)) {
      return [{ ...base, state: "unknown-server", message: `The settings name no MCP server ${server}.` }];
    }
    const found = await listingOf(service);
    if (!found.ok) return [{ ...base, state: "unreachable", message: found.message }];
    const upstream = found.listing.tools.get(binding.tool);
    if (!upstream) return [{ ...base, state: "missing", message: `The server has no tool ${binding.tool} any more.` }];
    const { schemaHash: upstreamHash } = upstream;
    if (upstreamHash === pinnedHash) return [{ ...base, state: "same", upstreamHash, message: "As pinned." }];
    const message = "The definition has changed upstream; calls are refused until the tool file is brought up to date.";
    const file = JsonObject.safeParse(JSON.parse(files[path] ?? "null"));
    return [
      {
        ...base,
        state: "drifted",
        upstreamHash,
        message,
        file: file.success ? refreshedFile(file.data, server, upstream) : null,
      },
    ];
  });
  return (await Promise.all(states)).flat();
}
