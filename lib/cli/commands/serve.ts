import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Command } from "commander";
import { CommandError, EXIT } from "../exit";

interface ServeOptions {
  port: string;
  host: string;
  data?: string;
}

export function registerServe(program: Command): void {
  program
    .command("serve")
    .description("serve the studio, building its pages first where they are stale")
    .option("--port <number>", "port; PORT where it is set", process.env.PORT ?? "3000")
    .option("--host <address>", "address to listen on; STUDIO_HOST where it is set", process.env.STUDIO_HOST ?? "127.0.0.1")
    .option("--data <folder>", "data folder (default: STUDIO_DATA, or ./data)")
    .action(async (options: ServeOptions) => {
      if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65_535)
        throw new CommandError("--port is a number up to 65535.");
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
    });
}
