import type { Entry, Operation } from "@/lib/contracts/evolution";
import type { Bundle, Diagnostic } from "@/lib/contracts/harness";
import { applyOperations, operationsBetween } from "@/lib/harness/operations";

export interface AppliedEntries {
  bundle: Bundle;
  applied: string[];
  /** Entries that could not be applied after those before them; nothing of them is in the bundle. */
  conflicts: { entry: string; diagnostics: Diagnostic[] }[];
}

type Applicable = Pick<Entry, "id" | "order" | "status" | "operations">;

/**
 * Applies the accepted and edited entries onto the base, in their order. Each was written against the base: its base
 * hashes are checked there, its anchors in the text as the entries before it left it. An entry applies as a whole or not.
 */
export function applyEntries(base: Bundle, entries: readonly Applicable[]): AppliedEntries {
  const chosen = entries.filter((entry) => entry.status === "accepted" || entry.status === "edited");
  const result: AppliedEntries = { bundle: base, applied: [], conflicts: [] };
  for (const entry of [...chosen].sort((a, b) => a.order - b.order)) {
    const outcome = applyOperations(result.bundle, entry.operations, base);
    if (outcome.ok) {
      result.bundle = outcome.bundle;
      result.applied.push(entry.id);
    } else {
      result.conflicts.push({ entry: entry.id, diagnostics: outcome.problems });
    }
  }
  return result;
}

/**
 * The operations of an entry after a person wrote its right side anew: `files` maps a path to its new text, or null to
 * delete it. Files that are not named keep what `operations` made of them. Operations that no longer apply count as none.
 */
export function editedOperations(
  base: Bundle,
  operations: readonly Operation[],
  files: Readonly<Record<string, string | null>>,
): Operation[] {
  const proposed = applyOperations(base, operations);
  const head = new Map(Object.entries(proposed.ok ? proposed.bundle : base));
  for (const [path, text] of Object.entries(files)) {
    if (text === null) head.delete(path);
    else head.set(path, text);
  }
  return operationsBetween(base, Object.fromEntries(head));
}
