import "server-only";
import type { ToolService } from "@/lib/contracts/tool-service";

export type HttpService = Extract<ToolService, { kind: "http" }>;
export type McpService = Extract<ToolService, { kind: "mcp-http" | "mcp-stdio" }>;

export const isMcpService = (service: ToolService | undefined): service is McpService =>
  service !== undefined && service.kind !== "http";

/** The http service under whose URL an address lies: same origin, and the path below it on a segment border. The longest wins. */
export function serviceOfUrl(address: URL, services: readonly ToolService[]): HttpService | null {
  const under = services.filter((service): service is HttpService => service.kind === "http" && liesUnder(address, service.url));
  return under.sort((a, b) => b.url.length - a.url.length)[0] ?? null;
}

function liesUnder(address: URL, prefix: string): boolean {
  if (!URL.canParse(prefix) || address.username !== "" || address.password !== "") return false;
  const base = new URL(prefix);
  if (address.origin !== base.origin) return false;
  const path = base.pathname.replace(/\/+$/, "");
  return address.pathname === path || address.pathname.startsWith(`${path}/`);
}

/** Host of a URL as a socket takes it: without the brackets of IPv6. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, "");
