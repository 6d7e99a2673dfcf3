import { z } from "zod";
import { Bundle } from "./harness";
import { JsonObject, Slug } from "./ids";

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, "must be the name of an environment variable");

const serviceBase = {
  id: Slug,
  name: z.string().min(1).max(100),
  /** Name of the environment variable that holds the key; empty for none. The key itself is never stored. */
  keyVariable: z.union([z.literal(""), variable]).default(""),
};

const remote = {
  ...serviceBase,
  url: z.url({ protocol: /^https?$/ }),
  /** Header that carries the key. `authorization` sends it as `Bearer …`. */
  keyHeader: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header")
    .default("authorization"),
  /** Whether the address may be private, loopback or link-local. */
  allowPrivate: z.boolean().default(false),
};

/**
 * A service that tools may reach: only the studio's settings name one, never a bundle. `http`: tools with an http binding
 * may call addresses that begin with `url`. `mcp-http`: an MCP server over streamable HTTP. `mcp-stdio`: an MCP server that
 * the studio starts as a child process with the given command, without a shell; its environment has PATH, HOME and the
 * variables that `environment` names, and no others.
 */
export const ToolServiceInput = z.discriminatedUnion("kind", [
  z.object({ ...remote, kind: z.literal("http") }),
  z.object({ ...remote, kind: z.literal("mcp-http") }),
  z.object({
    ...serviceBase,
    kind: z.literal("mcp-stdio"),
    command: z.string().min(1).max(500),
    args: z.array(z.string().max(2_000)).max(50).default([]),
    environment: z.array(variable).max(50).default([]),
  }),
]);
export type ToolServiceInput = z.infer<typeof ToolServiceInput>;

export const ToolService = z.intersection(ToolServiceInput, z.object({ createdAt: z.string() }));
export type ToolService = z.infer<typeof ToolService>;

/** A tool as an MCP server defines it. */
export const UpstreamTool = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().default(""),
  inputSchema: JsonObject,
  outputSchema: JsonObject.optional(),
  annotations: JsonObject.optional(),
});
export type UpstreamTool = z.infer<typeof UpstreamTool>;

/** What a server offers. `files` are the tool files that would bind each, ready to be put into a bundle. */
export const Discovery = z.object({
  server: z.string(),
  /** Protocol revision that was agreed on, for example 2026-07-28. */
  revision: z.string(),
  serverName: z.string(),
  serverVersion: z.string(),
  tools: z.array(z.object({ tool: UpstreamTool, schemaHash: z.string(), path: z.string() })),
  files: Bundle,
});
export type Discovery = z.infer<typeof Discovery>;

/** How a version's MCP tools stand against their servers. `unreachable` and `missing` say nothing about the schema. */
export const ToolDrift = z.object({
  tool: z.string(),
  path: z.string(),
  server: z.string(),
  state: z.enum(["same", "drifted", "missing", "unreachable", "unknown-server"]),
  pinnedHash: z.string(),
  upstreamHash: z.string().nullable(),
  message: z.string(),
  /** The tool file brought up to date, where it drifted. */
  file: z.string().nullable(),
});
export type ToolDrift = z.infer<typeof ToolDrift>;
