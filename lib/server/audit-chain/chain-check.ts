import "server-only";
import { z } from "zod";
import type { StoredAuditEvent } from "@/db/audit-repository";
import { JsonObject } from "@/lib/contracts/ids";
import type { AuditVerification } from "@/lib/contracts/release";
import { auditHash } from "./audit-hash";

/** That an event of this id has this hash, and who says so. */
export interface Anchor {
  id: number;
  hash: string;
  /** For a sentence: "a release …". */
  from: string;
}

const Stored = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  project: z.string().nullable(),
  subject: z.string(),
  detail: z
    .string()
    .transform((text, check) => {
      try {
        return JSON.parse(text);
      } catch {
        check.addIssue("is not JSON");
        return z.NEVER;
      }
    })
    .pipe(JsonObject),
  hash: z.string().nullable(),
});

/** Problems that are told one by one; the rest is counted. */
const TOLD = 50;

/** Follows the chain of audit events, given in the order of their ids, and remembers what does not hold. */
export class ChainCheck {
  private previous = "";
  private lastId = 0;
  private events = 0;
  private firstBroken: number | null = null;
  private readonly problems: string[] = [];
  private untold = 0;
  private head: AuditVerification["head"] = null;
  private readonly anchors = new Map<number, Anchor[]>();

  constructor(anchors: readonly Anchor[]) {
    for (const anchor of anchors) this.anchors.set(anchor.id, [...(this.anchors.get(anchor.id) ?? []), anchor]);
  }

  add(row: StoredAuditEvent): void {
    this.events += 1;
    if (row.id !== this.lastId + 1) {
      const first = this.lastId + 1;
      const which = row.id - first === 1 ? `Event ${first} of the log is` : `Events ${first}–${row.id - 1} of the log are`;
      this.broken(row.id, `${which} missing.`);
    }
    this.lastId = row.id;
    const event = Stored.safeParse(row);
    if (!event.success) {
      this.broken(row.id, `Event ${row.id} cannot be read.`);
      this.previous = typeof row.hash === "string" ? row.hash : "";
      return;
    }
    const { hash } = event.data;
    if (hash === null) this.broken(row.id, `Event ${row.id} has no hash: it was not written by the studio.`);
    else if (hash !== auditHash(this.previous, event.data))
      this.broken(row.id, `Event ${row.id} is not what was recorded, or does not follow from the one before it.`);
    for (const anchor of this.anchors.get(row.id) ?? []) {
      if (anchor.hash !== hash) this.broken(row.id, `Event ${row.id} has another hash than ${anchor.from} says.`);
    }
    this.anchors.delete(row.id);
    // Goes on from what is stored, so that one changed event is one finding.
    this.previous = hash ?? "";
    this.head = hash === null ? null : { id: row.id, hash };
  }

  /** `highest`: the highest id that the database ever gave an event. */
  end(highest: number): AuditVerification {
    if (highest > this.lastId)
      this.broken(this.lastId + 1, `Events up to ${highest} were recorded; the log ends at ${this.lastId}.`);
    for (const anchor of [...this.anchors.values()].flat())
      this.broken(anchor.id, `Event ${anchor.id}, which ${anchor.from} names, is missing.`);
    const { events, firstBroken, head } = this;
    const problems = this.untold > 0 ? [...this.problems, `${this.untold} further problems.`] : this.problems;
    return { intact: problems.length === 0, events, firstBroken, problems, head };
  }

  private broken(id: number, problem: string): void {
    this.firstBroken = this.firstBroken === null ? id : Math.min(this.firstBroken, id);
    if (this.problems.length < TOLD) this.problems.push(problem);
    else this.untold += 1;
  }
}
