import "server-only";
import type { Environment } from "./secrets";

const LOOPBACK = new Set(["", "localhost", "127.0.0.1", "::1", "[::1]"]);

/**
 * Whether tool services may start programs on this machine: where the studio listens on the loopback alone and answers to no
 * other name (behind a proxy it would), so that whoever sets one up is at this machine already; elsewhere only with
 * STUDIO_MCP_COMMANDS=1, as there is no sign-in yet.
 */
export const commandsAllowed = (env: Environment): boolean =>
  env.STUDIO_MCP_COMMANDS === "1" || (LOOPBACK.has(env.STUDIO_HOST ?? "") && (env.STUDIO_ALLOWED_HOSTS ?? "").trim() === "");

export const COMMANDS_REFUSED =
  "Programs are started for tools only where the studio listens on the loopback and serves no other host names (STUDIO_ALLOWED_HOSTS), or where STUDIO_MCP_COMMANDS=1 is set.";
