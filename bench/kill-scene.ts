import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { z } from "zod";
import { openDatabase } from "@/db/client";
import { Endpoint } from "@/lib/contracts/endpoint";
import { RunMetrics } from "@/lib/contracts/run";
import { storeSampleRun } from "@/lib/server/runs/sample-run";
import { sampleCase } from "@/lib/testing/evaluation-samples";

/** A process of the studio's that can be killed. `done` is the last number of results it reported. */
export class Process {
  private child: ChildProcess;
  private wake = () => {};
  errors = "";
  done = -1;
  gone = false;

  constructor(file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, [file, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.child.stderr?.on("data", (text) => {
      this.errors += text;
    });
    this.child.stdout?.on("data", (text) => {
      const last = String(text).trim().split("\n").at(-1)?.split(" ").at(-1);
      this.done = Math.max(this.done, Number(last) || 0);
      this.wake();
    });
    this.child.once("close", () => {
      this.gone = true;
      this.wake();
    });
  }

  /** Resolves when it reports at least `count` results, or is gone. */
  async reached(count: number): Promise<void> {
    while (!this.gone && this.done < count) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  async kill(): Promise<void> {
    if (this.gone) return;
    const closed = once(this.child, "close");
    this.child.kill("SIGKILL");
    await closed;
  }

  async end(): Promise<void> {
    if (!this.gone) await once(this.child, "close");
  }
}

const Row = z.object({ case: z.string(), row: z.string() });

/** One run in a data folder of its own, and what its database says. */
export class Scene {
  readonly folder = mkdtempSync(join(tmpdir(), "bench-kill-"));
  private readonly file = join(this.folder, "studio.sqlite");
  private before = new Map<string, string>();
  changed = 0;

  constructor(
    readonly run: string,
    private readonly cases: number,
    settings: { url: string; concurrency: number },
  ) {
    const open = openDatabase(this.file);
    storeSampleRun(open.database, {
      id: run,
      cases: Array.from({ length: cases }, (_, index) => sampleCase({ id: `case-${index}` })),
      endpoint: Endpoint.parse({
        ...{ id: "loopback", name: "Loopback", kind: "openai", baseUrl: settings.url, model: "loopback", checkpoint: "" },
        ...{ keyVariable: "", promptPrice: null, completionPrice: null, createdAt: "2026-11-30T10:00:00.000Z" },
      }),
      settings: { concurrency: settings.concurrency },
    });
    open.close();
  }

  /** Holds what is stored against what was stored when it was last looked at; answers how many results there are. */
  look(): number {
    const sqlite = new Sqlite(this.file, { readonly: true });
    const rows = z.array(Row).parse(
      sqlite
        .prepare(
          `select r."case", json_array(r.repeat, r.state, r.accuracy, r.effectiveness, r.reply, r.checks, r.finished_at,
             r.attempts, hex(t.body)) as row
           from case_results r left join trajectories t on t.run = r.run and t."case" = r."case" and t.repeat = r.repeat
           where r.run = ?`,
        )
        .all(this.run),
    );
    sqlite.close();
    const now = new Map(rows.map((one) => [one.case, one.row]));
    for (const [id, row] of this.before) if (now.get(id) !== row) this.changed += 1;
    this.before = now;
    return rows.length;
  }

  /** What is wrong with the run now that it has ended; all of it should be nothing. */
  verdict(): { lost: number; doubled: number; unscored: number; integrity: string; wrong: string[] } {
    const rows = this.look();
    const expected = Array.from({ length: this.cases }, (_, index) => `case-${index}`);
    const lost = expected.filter((id) => !this.before.has(id)).length;
    const sqlite = new Sqlite(this.file, { readonly: true });
    const integrity = String(sqlite.pragma("integrity_check", { simple: true }));
    const Stored = z.object({ status: z.string(), metrics: z.string().nullable() });
    const stored = Stored.parse(sqlite.prepare("select status, metrics from runs where id = ?").get(this.run));
    const Sums = z.object({ scored: z.int(), unscored: z.int(), failed: z.int(), accuracy: z.number().nullable() });
    const sums = Sums.parse(
      sqlite
        .prepare(
          `select count(*) filter (where state = 'scored') as scored, count(*) filter (where state = 'unscored') as unscored,
             count(*) filter (where state = 'failed') as failed,
             avg(accuracy) as accuracy from case_results where run = ?`,
        )
        .get(this.run),
    );
    const replies = Number(sqlite.prepare("select count(*) from trajectories where run = ?").pluck().get(this.run));
    sqlite.close();
    const wrong: string[] = [];
    if (stored.status !== "completed") wrong.push(`the run is ${stored.status}`);
    const metrics = stored.metrics === null ? null : RunMetrics.parse(JSON.parse(stored.metrics));
    const same =
      metrics?.scored === sums.scored &&
      metrics.unscored === sums.unscored &&
      metrics.failed === sums.failed &&
      Math.abs((metrics.accuracy.mean ?? -1) - (sums.accuracy ?? -1)) < 1e-9;
    if (!same) wrong.push("the metrics are not those of the results");
    if (replies !== rows) wrong.push(`${replies} trajectories for ${rows} results`);
    return { lost, doubled: rows - this.before.size, unscored: sums.unscored, integrity, wrong };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
