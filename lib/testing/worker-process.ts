import { startCaseWorker } from "@/lib/server/queue/case-worker";

// A worker as a process of its own, for tests and measurements that kill it: REDIS_URL, and cases at a time as its argument.
const worker = startCaseWorker({
  redisUrl: process.env.REDIS_URL ?? "",
  allowedVariables: (process.env.WORKER_VARIABLES ?? "").split(",").filter((name) => name !== ""),
  concurrency: Number(process.argv[2] ?? 4),
  report: (error) => process.stderr.write(`${String(error)}\n`),
});
await worker.ready;
process.stdout.write("ready\n");
process.once("SIGTERM", () => void worker.close().then(() => process.exit(0)));
