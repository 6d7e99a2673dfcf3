import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Command } from "commander";
import { CommandError, EXIT } from "../exit";
import type { AgentOptions } from "../serve-agent";

interface ServeOptions extends AgentOptions {
  agent?: boolean;
}

function variables(name: string, before: string[] = []): string[] {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)) throw new CommandError("--allow-variable is the name of one variable.");
  return [...before, name];
}

export function registerServe(program: Command): void {
  program
    .command("serve")
    .description("serve the studio, building its pages first where they are stale; with --agent, the released agent alone")
    .option("--port <number>", "port; PORT where it is set", process.env.PORT ?? "3000")
    .option("--host <address>", "address to listen on; STUDIO_HOST where it is set", process.env.STUDIO_HOST ?? "127.0.0.1")
    .option("--data <folder>", "data folder (default: STUDIO_DATA, or ./data)")
    .option("--agent", "serve POST /api/respond and no pages")
    .option("--from <url>", "agent: take what production serves from the studio at this address, into a data folder of its own")
    .option("--project <project>", "agent with --from: the project to take")
    .option("--poll <seconds>", "agent with --from: how often to look for a new release", "5")
    .option("--with-commands", "agent with --from: take MCP servers along that are started by a command")
    .option(
      "--allow-variable <name>",
      "agent with --from: a variable of this environment that what comes may read its key from (repeatable)",
      variables,
    )
    .option("--allow-private", "agent with --from: take endpoints and tool services on private and loopback addresses")
    .option("--public-key <file>", "agent with --from: take only releases that this key (PEM) has signed")
    .option("--concurrency <number>", "agent: requests served at once (default: STUDIO_SERVE_CONCURRENCY, or 8)")
    .action(async (options: ServeOptions) => {
      if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65_535)
        throw new CommandError("--port is a number up to 65535.");
      if (!options.agent && (options.from !== undefined || options.concurrency !== undefined))
        throw new CommandError("--from and --concurrency belong to --agent.");
      const { withCommands, allowPrivate, allowVariable, publicKey } = options;
      const leave = withCommands || allowPrivate || allowVariable !== undefined || publicKey !== undefined;
      if (options.from === undefined && leave)
        throw new CommandError("--with-commands, --allow-variable, --allow-private and --public-key belong to --from.");
      if (options.agent) {
        const { serveAgent } = await import("../serve-agent");
        return serveAgent(options);
      }
      return servePages(options);
    });
}

async function servePages(options: ServeOptions): Promise<void> {
  const start = join(process.env.STUDIO_ROOT ?? process.cwd(), "lib", "cli", "boot", "start.mjs");
  const child = spawn(process.execPath, [start], {
    stdio: "inherit",
    env: {
      ...process.env,
      PORT: options.port,
      STUDIO_HOST: options.host,
      ...(options.data !== undefined && { STUDIO_DATA: options.data }),
    },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number>((settle) => child.on("exit", (status) => settle(status ?? EXIT.fine)));
  if (code !== 0) throw new CommandError(`The server ended with code ${code}.`, EXIT.internal);
}
