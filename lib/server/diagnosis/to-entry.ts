import "server-only";
import type { Entry, EntryAttempt } from "@/lib/contracts/evolution";
import type { ProposedEntry } from "@/lib/evolution/analyst";
import { touchSet } from "@/lib/evolution/touch-set";
import { verifyEntry } from "@/lib/evolution/verify";
import { parseHarness } from "@/lib/harness/parse";
import type { AnalystAtWork } from "../analysts";
import { timestamp } from "../ids";
import type { Studio } from "../studio";
import type { AnalystMaterial } from "./analyst-material";
import { replayFix } from "./replay-fix";

/** Where the entry goes: a new one, or one that it replaces in place. */
export interface EntryPlace {
  id: string;
  order: number;
  revision: number;
  /** Attempts before those of the draft. */
  attempts: readonly EntryAttempt[];
}

/**
 * A draft as an entry: verified like every edit, with its touch-set, the attempts that did not stand, and the replay of one
 * case. A draft that does not verify becomes an invalid entry that shows why.
 */
export async function toEntry(
  studio: Studio,
  material: AnalystMaterial,
  draft: ProposedEntry,
  place: EntryPlace,
  analyst: Pick<AnalystAtWork, "signal" | "left" | "countReplay">,
): Promise<Entry> {
  const { base, items, parts } = material;
  const verified = await verifyEntry({ base, operations: draft.operations, cases: items, sandbox: studio.sandbox });
  const { harness } = parseHarness(base);
  const at = timestamp();
  return {
    ...draft,
    id: place.id,
    stage: material.stage,
    order: place.order,
    status: verified.ok ? "proposed" : "invalid",
    changes: verified.changes,
    touched: harness ? touchSet(verified.changes, harness, parts.passes) : [],
    tokensAdded: verified.tokensAdded,
    diagnostics: verified.diagnostics,
    rejectionReason: null,
    decidedBy: null,
    decidedAt: null,
    revision: place.revision,
    attempts: [...place.attempts, ...draft.attempts.map((attempt) => ({ ...attempt, at }))],
    replayed: verified.ok ? await replayFix(studio, material, draft, analyst) : null,
    copyOf: null,
  };
}
