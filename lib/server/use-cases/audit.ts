import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { auditEventsOfReleases, highestAuditId, listAuditEvents, storedAuditEvents } from "@/db/audit-repository";
import type { AuditEvent, AuditVerification } from "@/lib/contracts/release";
import { ChainCheck } from "../audit-chain/chain-check";
import type { Studio } from "../studio";

type Data = { studio: Pick<Studio, "database"> };

export const auditPage = (
  { studio }: Data,
  input: {
    project?: string | undefined;
    actor?: string | undefined;
    action?: string | undefined;
    order?: "newest" | "oldest" | undefined;
    offset: number;
    limit: number;
  },
): { total: number; items: AuditEvent[] } => listAuditEvents(studio.database, input);

const PAGE = 500;

/**
 * Follows the chain of audit events from the first to the last, page by page, and holds the events that releases name, and the
 * `head` that was kept elsewhere, against it.
 */
export async function verifyAudit({ studio }: Data, { head }: { head?: string | undefined } = {}): Promise<AuditVerification> {
  const store = studio.database;
  // Read before the events: what is recorded meanwhile is not missing.
  const highest = highestAuditId(store);
  const [id = "", hash = ""] = head?.split(":") ?? [];
  const check = new ChainCheck([
    ...auditEventsOfReleases(store).map((of) => ({
      id: Number(of.id),
      hash: String(of.hash),
      from: `the manifest of release ${of.release}`,
    })),
    ...(head === undefined ? [] : [{ id: Number(id), hash, from: "the head that was kept" }]),
  ]);
  let after = 0;
  for (;;) {
    const page = storedAuditEvents(store, after, PAGE);
    for (const event of page) check.add(event);
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) return check.end(highest);
    await nextTurn();
  }
}
