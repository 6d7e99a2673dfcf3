import "server-only";
import { lookup } from "node:dns/promises";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ToolService } from "@/lib/contracts/tool-service";
import { classOfAddress } from "../tools/address-policy";
import { hostOf } from "../tools/service-match";

/** What another studio may bring about here; all of it is named by whoever starts the agent. */
export interface MirrorLeave {
  /** Take MCP servers that are started by a command. */
  withCommands?: boolean;
  /** Environment variables that its endpoints and tool services may name. */
  allowVariables?: readonly string[];
  /** Whether they may lie on private, loopback and link-local addresses. */
  allowPrivate?: boolean;
}

/** Why an endpoint of another studio is not taken, or null. Its host's name is looked up. */
export async function endpointRefusal(endpoint: Endpoint, leave: MirrorLeave): Promise<string | null> {
  if (endpoint.kind !== "openai" || endpoint.baseUrl === "") return "it has no address";
  return variableRefusal([endpoint.keyVariable], leave) ?? (await addressRefusal(endpoint.baseUrl, leave));
}

/** Why a tool service of another studio is not taken, or null. Its host's name is looked up. */
export async function serviceRefusal(service: ToolService, leave: MirrorLeave): Promise<string | null> {
  if (service.kind === "mcp-stdio") {
    if (!leave.withCommands) return "it is started by a command; --with-commands takes it";
    return variableRefusal([service.keyVariable, ...service.environment], leave);
  }
  if (service.allowPrivate && !leave.allowPrivate) return "it may call private addresses; --allow-private takes it";
  return variableRefusal([service.keyVariable], leave) ?? (await addressRefusal(service.url, leave));
}

function variableRefusal(names: readonly string[], { allowVariables = [] }: MirrorLeave): string | null {
  const refused = names.find((name) => name !== "" && !allowVariables.includes(name));
  return refused === undefined ? null : `it names the variable ${refused}; --allow-variable ${refused} takes it`;
}

async function addressRefusal(address: string, { allowPrivate = false }: MirrorLeave): Promise<string | null> {
  const { username, password, search } = new URL(address);
  if (username !== "" || password !== "" || search !== "") return "its address holds a user, a password or a query";
  if (allowPrivate) return null;
  const host = hostOf(address);
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) return `its host ${host} cannot be looked up`;
  return found.every((one) => classOfAddress(one.address) === "public")
    ? null
    : `its host ${host} has a private address; --allow-private takes it`;
}
