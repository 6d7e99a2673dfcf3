import "server-only";
import type { Database, Store } from "@/db/client";
import type { ResultEntry } from "@/db/result-inserts";
import type { Trajectory } from "@/lib/contracts/trajectory";

export interface Written extends ResultEntry {
  /** What the judge's voters did. */
  voteTrajectories: readonly Trajectory[];
}

/** How long a result waits for others to share its transaction: answers come in bursts, and storing them is to come after. */
const GATHERED_MS = 20;

/**
 * Commits results: all that end within a moment share a transaction. Each is answered with whether it was
 * stored now and not before.
 */
export class ResultWriter {
  private waiting: { entry: Written; resolve: (stored: boolean) => void; reject: (error: unknown) => void }[] = [];
  private due = false;

  constructor(
    private readonly database: Database,
    private readonly insert: (store: Store, entry: Written) => boolean,
    /** Runs in the same transaction, after the results. */
    private readonly also: (store: Store) => void,
  ) {}

  write(entry: Written): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ entry, resolve, reject });
      if (this.due) return;
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
      for (const { reject } of batch) reject(error);
    }
  }
}
