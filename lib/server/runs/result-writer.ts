import "server-only";
import type { Database, Store } from "@/db/client";
import type { ResultEntry } from "@/db/result-inserts";
import type { Trajectory } from "@/lib/contracts/trajectory";
import type { StorageWatch } from "../storage/storage-watch";

export interface Written extends ResultEntry {
  /** What the judge's voters did. */
  voteTrajectories: readonly Trajectory[];
}

/** How long a result waits for others to share its transaction: answers come in bursts, and storing them is to come after. */
const GATHERED_MS = 20;

/**
 * Commits results: all that end within a moment share a transaction. Each is answered with whether it was
 * stored now and not before. While the disk takes no writes they are kept here, and stored when it takes them again.
 */
export class ResultWriter {
  private waiting: { entry: Written; resolve: (stored: boolean) => void; reject: (error: unknown) => void }[] = [];
  private due = false;
  private abandoned = false;
  /** Results wait for the disk. */
  held = false;

  constructor(
    private readonly database: Database,
    private readonly insert: (store: Store, entry: Written) => boolean,
    /** Runs in the same transaction, after the results. */
    private readonly also: (store: Store) => void,
    private readonly storage?: StorageWatch,
  ) {}

  write(entry: Written): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject });
      if (this.due || this.held) return;
      this.due = true;
      setTimeout(() => this.flush(), GATHERED_MS);
    });
  }

  /** Commits what waits, now. */
  flush(): void {
    this.due = false;
    const batch = this.waiting;
    if (batch.length === 0) return;
    this.waiting = [];
    try {
      const stored = this.database.transaction(
        (tx) => {
          const answers = batch.map(({ entry }) => this.insert(tx, entry));
          this.also(tx);
          return answers;
        },
        { behavior: "immediate" },
      );
      for (const [index, { resolve }] of batch.entries()) resolve(stored[index] ?? false);
    } catch (error) {
      if (this.storage?.note(error) && !this.abandoned) this.hold(batch);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** Commits what waits, if it can be, and waits for nothing any more: what cannot be stored now is run another time. */
  abandon(): void {
    this.abandoned = true;
    this.held = false;
    this.flush();
  }

  private hold(batch: typeof this.waiting): void {
    this.waiting = [...batch, ...this.waiting];
    this.held = true;
    this.storage?.whenWritable(() => {
      this.held = false;
      this.flush();
    });
  }
}
