import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
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
    .description("serve the built studio")
    .option("--port <number>", "port (default: PORT, or 3000)", process.env.PORT ?? "3000")
    .option("--host <address>", "address to listen on (default: HOST, or 127.0.0.1)", process.env.HOST ?? "127.0.0.1")
    .option("--data <folder>", "data folder (default: STUDIO_DATA, or ./data)")
    .action(async (options: ServeOptions) => {
      const root = process.env.STUDIO_ROOT ?? process.cwd();
      if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65_535)
        throw new CommandError("--port is a number up to 65535.");
      if (!existsSync(join(root, ".next", "BUILD_ID"))) {
        throw new CommandError("The studio is not built here yet. `npm start` builds and starts it.");
      }
      const next = join(root, "node_modules", "next", "dist", "bin", "next");
      const child = spawn(process.execPath, [next, "start", "--port", options.port, "--hostname", options.host], {
        cwd: root,
        stdio: "inherit",
        env: { ...process.env, NODE_OPTIONS: "", ...(options.data !== undefined && { STUDIO_DATA: options.data }) },
      });
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
      const code = await new Promise<number>((settle) => child.on("exit", (status) => settle(status ?? EXIT.fine)));
      if (code !== 0) throw new CommandError(`The server ended with code ${code}.`, EXIT.internal);
    });
}
