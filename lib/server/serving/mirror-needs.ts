import "server-only";
import type { Harness } from "@/lib/contracts/harness";
import type { ToolService } from "@/lib/contracts/tool-service";

/** Beginning of an address template up to the path, without any part that a call fills in. */
const ORIGIN = /^https?:\/\/[^/{}%?#\s\\]+(?=\/)/i;

/** Whether a tool of the harness can reach the service: by name over MCP, by the origin of its address over HTTP. */
export function usesService({ tools }: Pick<Harness, "tools">, service: ToolService): boolean {
  return tools.some(({ binding }) => {
    if (binding.kind === "mcp") return service.kind !== "http" && binding.server === service.id;
    if (binding.kind !== "http" || service.kind !== "http") return false;
    const [origin] = ORIGIN.exec(binding.url) ?? [];
    // An address whose origin is not literal may come to lie under any service.
    return origin === undefined || !URL.canParse(origin) || new URL(origin).origin === new URL(service.url).origin;
  });
}
