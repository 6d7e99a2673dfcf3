import type { Command } from "commander";
import { visibleText } from "@/lib/contracts/visible-text";
import { CommandError } from "../exit";
import { untilStopped } from "../until-stopped";

interface WorkerOptions {
  allowVariable: string[];
  concurrency: string;
  redis?: string;
}

const collect = (value: string, before: string[]) => [...before, value];

export function registerWorker(program: Command): void {
  program
    .command("worker")
    .description("run cases for a studio that has the same REDIS_URL, on this machine, until it is stopped")
    .option("--concurrency <number>", "cases at a time on this machine", "8")
    .option("--allow-variable <name>", "variable that endpoints and tool services may take a key from (repeatable)", collect, [])
    .option("--redis <url>", "address of Redis (default: REDIS_URL)")
    .addHelpText(
      "after",
      `
A worker keeps nothing: harnesses are fetched by hash, results go back through Redis, and the studio alone writes the database.
Keys of endpoints and of tool services are read from the worker's own environment, from the variables that --allow-variable
names and from no others. The first signal lets the cases under way
finish; a second one ends the process at once.`,
    )
    .action(async ({ concurrency, allowVariable, redis = process.env.REDIS_URL ?? "" }: WorkerOptions) => {
      if (redis === "") throw new CommandError("Set REDIS_URL, or give --redis, to the address that the studio has.");
      if (!/^[1-9]\d{0,2}$/.test(concurrency)) throw new CommandError("--concurrency is a whole number from 1 to 999.");
      const { startCaseWorker } = await import("@/lib/server/queue/case-worker");
      const report = (error: unknown) =>
        process.stderr.write(`${visibleText(error instanceof Error ? error.message : String(error))}\n`);
      const worker = startCaseWorker({
        redisUrl: redis,
        concurrency: Number(concurrency),
        allowedVariables: allowVariable,
        report,
      });
      await worker.ready;
      process.stdout.write(`Ready: up to ${concurrency} cases at a time.\n`);
      await untilStopped();
      await worker.close();
    });
}
