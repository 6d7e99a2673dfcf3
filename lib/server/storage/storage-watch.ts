import "server-only";
import type { Database } from "@/db/client";
import type { StorageState } from "@/lib/contracts/storage";
import { AppError } from "../app-error";
import { timestamp } from "../ids";
import { DAMAGED, type StorageFault, storageFaultOf } from "./storage-fault";

/** How long after a failed write another one is tried. */
const TRY_EVERY_MS = 5_000;
/** Written by a try: more than the slack of a page or two that a full disk may still have. */
const TRIED_BYTES = 64 * 1024;

/**
 * Knows whether the data can be written. A write that fails for the disk sets its state; while it is not ok a small write is tried
 * every few seconds, and the first that succeeds lets go on what waits.
 */
export class StorageWatch {
  private fault: StorageFault | null = null;
  private timer: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<() => void>();
  private lastCheckAt: string | null = null;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly report: (error: unknown) => void,
    private readonly tryEveryMs = TRY_EVERY_MS,
  ) {}

  get state(): Pick<StorageState, "state" | "message" | "checkedAt"> {
    return { state: this.fault?.state ?? "ok", message: this.fault?.message ?? "", checkedAt: this.lastCheckAt };
  }

  /** Takes note of an error; answers whether it comes from the disk or the data file. */
  note(error: unknown): boolean {
    const fault = storageFaultOf(error);
    if (fault === null) return false;
    // What damage was found stays found; and after it every write fails for being closed.
    if (this.fault?.state !== "damaged") {
      if (this.fault?.state !== fault.state) this.report(error);
      if (fault.state === "damaged") this.damaged();
      else this.fault = fault;
    }
    this.tryLater();
    return true;
  }

  /** The error as a caller is to see it: after damage was found, a write that is refused says so. */
  explain(error: unknown): unknown {
    const damaged = this.note(error) && this.fault?.state === "damaged";
    return damaged ? new AppError("SERVICE_UNAVAILABLE", DAMAGED, undefined, error) : error;
  }

  /** Calls back once, when the data can be written again; never where it is damaged. */
  whenWritable(callback: () => void): void {
    this.waiting.add(callback);
    this.tryLater();
  }

  /** Takes note of the check of the whole data file: the problems that it found. */
  checked(problems: readonly string[]): void {
    this.lastCheckAt = timestamp();
    if (problems.length === 0) return;
    this.report(new Error(`${DAMAGED} The check found: ${problems.slice(0, 5).join("; ")}`));
    this.damaged();
  }

  /** Tries a write now, where the state is not ok. */
  tryNow(): void {
    if (this.closed || this.fault?.state === "damaged") return;
    try {
      this.write();
    } catch (error) {
      if (!this.note(error)) this.tryLater();
      return;
    }
    this.fault = null;
    const callbacks = [...this.waiting];
    this.waiting.clear();
    for (const callback of callbacks) callback();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.waiting.clear();
  }

  /** Writing on would make the damage worse; reading goes on where it can. */
  private damaged(): void {
    this.fault = { state: "damaged", message: DAMAGED };
    this.database.$client.pragma("query_only = ON");
  }

  private write(): void {
    const sqlite = this.database.$client;
    const put = sqlite.prepare(
      "insert into meta (key, value) values ('storage-try', ?) on conflict (key) do update set value = excluded.value",
    );
    sqlite
      .transaction(() => {
        put.run("x".repeat(TRIED_BYTES));
      })
      .immediate();
    put.run("");
  }

  private tryLater(): void {
    if (this.closed || this.fault?.state === "damaged") return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tryNow(), this.tryEveryMs);
    this.timer.unref();
  }
}
