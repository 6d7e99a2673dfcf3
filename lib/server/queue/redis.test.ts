import { join } from "node:path";
import { inspect } from "node:util";
import { expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { hasRedis, startRedis } from "@/lib/testing/redis-server";
import { openTestFolder } from "@/lib/testing/test-folder";
import { startCaseWorker } from "./case-worker";
import { RemoteCases } from "./remote-cases";

it.skipIf(!hasRedis())("a password that Redis refuses is in no report, neither of the studio nor of a worker", async () => {
  const redis = await startRedis("right");
  const folder = openTestFolder();
  const open = openDatabase(join(folder.path, "studio.sqlite"));
  const url = redis.url.replace("redis://", "redis://:wrong-secret@");
  const reports: unknown[][] = [[], []];
  const cases = new RemoteCases(url, open.database, (error) => reports[0]?.push(error));
  cases.workersNow();
  const worker = startCaseWorker({
    redisUrl: url,
    concurrency: 1,
    allowedVariables: [],
    report: (error) => reports[1]?.push(error),
  });
  worker.ready.catch((error: unknown) => reports[1]?.push(error));
  for (const seen of reports) {
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(inspect(seen, { depth: 10 })).toContain("WRONGPASS");
    expect(inspect(seen, { depth: 10 })).not.toContain("wrong-secret");
  }
  // The studio can end all the same; a worker is ended by its process.
  await cases.close();
  void worker.close().catch(() => {});
  redis.stop();
  open.close();
  folder.remove();
});
