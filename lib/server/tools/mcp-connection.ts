import "server-only";
import { Client } from "@modelcontextprotocol/client";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import packageJson from "@/package.json";
import type { Agents } from "./agents";
import { type OpenTransport, transportOf } from "./mcp-transports";
import { type Environment, maskText, withoutSecrets } from "./secrets";
import type { McpService } from "./service-match";
import { ending, excerpt } from "./tool-failure";
import { type HashedTool, upstreamTools } from "./upstream-tools";

/** What a server says of itself. All but `revision` is its own word. */
export interface ServerFacts {
  revision: string;
  serverName: string;
  serverVersion: string;
}

export interface ServerListing extends ServerFacts {
  tools: ReadonlyMap<string, HashedTool>;
}

export type RawResult = Awaited<ReturnType<Client["callTool"]>>;

const CONNECT_TIMEOUT_MS = 15_000;
const LIST_TIMEOUT_MS = 15_000;
const FAREWELL_MS = 1_000;
/** Time without news of a change after which a listing is asked for again. */
const LISTING_KEPT_MS = 60_000;

/** One connection to an MCP server, opened at its first use. Once closed, by either side, it stays so: make another. */
export class McpConnection {
  private readonly open: OpenTransport;
  private readonly client: Client;
  private readonly stop = new AbortController();
  private connecting: Promise<void> | undefined;
  private listing: { at: number; found: Promise<ServerListing> } | undefined;
  /** A text of the server without the secrets that it was given; before it is cut, since half a key would not be found. */
  readonly mask: (text: string) => string;
  private readonly clean: (value: JsonObject) => JsonValue;
  closed = false;
  /** Calls and listings under way. */
  inFlight = 0;

  constructor(service: McpService, env: Environment, agents: Agents) {
    this.mask = (text) => maskText(text, service, env);
    this.clean = (value) => withoutSecrets(value, service, env);
    this.open = transportOf(service, env, agents, this.mask);
    this.client = new Client(
      { name: "harness-studio", version: packageJson.version },
      {
        versionNegotiation: { mode: "auto" },
        inputRequired: { autoFulfill: false },
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => this.forgetListing() } },
      },
    );
    this.client.onclose = () => {
      this.closed = true;
    };
    // Trouble that no request is waiting for; the next request meets it itself.
    this.client.onerror = () => {};
  }

  /** What a child process last wrote on its standard error, on one line; empty where there is none. */
  lastWords(): string {
    return ending(this.mask(this.open.lastWords()), 300);
  }

  /** The tools of the server: from memory where that is fresh, unless `refresh`. */
  tools(refresh = false): Promise<ServerListing> {
    const now = performance.now();
    if (!refresh && this.listing && now - this.listing.at < LISTING_KEPT_MS) return this.listing.found;
    const listing = { at: now, found: this.busy(() => this.ask()) };
    this.listing = listing;
    listing.found.catch(() => {
      if (this.listing === listing) this.listing = undefined;
    });
    return listing.found;
  }

  call({ tool }: HashedTool, args: JsonObject, timeoutMs: number, signal: AbortSignal): Promise<RawResult> {
    const { name, inputSchema } = tool;
    return this.busy(async () => {
      await this.connected();
      // Without an output schema: the result is checked afterwards, and by rules of ours.
      const toolDefinition = { name, inputSchema: { ...inputSchema, type: "object" as const } };
      return this.client.callTool({ name, arguments: args }, { timeout: timeoutMs, signal, toolDefinition });
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.stop.abort();
    if (this.connecting) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, FAREWELL_MS);
      });
      await Promise.race([this.open.farewell().catch(() => {}), late]);
      clearTimeout(timer);
    }
    await this.client.close().catch(() => {});
    await this.open.transport.close().catch(() => {});
  }

  private async ask(): Promise<ServerListing> {
    await this.connected();
    const { tools } = await this.client.listTools(undefined, { timeout: LIST_TIMEOUT_MS, cacheMode: "refresh" });
    const server = this.client.getServerVersion();
    return {
      revision: this.client.getNegotiatedProtocolVersion() ?? "",
      serverName: excerpt(this.mask(server?.name ?? ""), 200),
      serverVersion: excerpt(this.mask(server?.version ?? ""), 100),
      tools: upstreamTools(tools, this.clean),
    };
  }

  private connected(): Promise<void> {
    this.connecting ??= this.client
      .connect(this.open.transport, { timeout: CONNECT_TIMEOUT_MS, signal: this.stop.signal })
      .catch((error: unknown) => {
        void this.close();
        throw error;
      });
    return this.connecting;
  }

  private forgetListing() {
    this.listing = undefined;
  }

  private async busy<Result>(work: () => Promise<Result>): Promise<Result> {
    this.inFlight += 1;
    try {
      return await work();
    } finally {
      this.inFlight -= 1;
    }
  }
}
