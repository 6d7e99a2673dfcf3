import type { StageCredit } from "@/lib/contracts/credit";
import type { Entry } from "@/lib/contracts/evolution";
import type { Flip } from "@/lib/contracts/run";

/**
 * An entry that may have flipped a case. `shown`: leaving it out turned the case back; `touched`: the case's trajectory used what
 * it edits; `foreseen`: the analyst had said so.
 */
export interface Suspect {
  entry: string;
  title: string;
  how: "shown" | "touched" | "foreseen";
}

export interface Suspects {
  suspects: Suspect[];
  /** Whether the reruns found no single entry that explains the case. */
  unexplained: boolean;
}

/** Entries that became part of the stage's version. */
export const keptEntries = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry) => entry.status === "accepted" || entry.status === "edited");

const strength: Record<Suspect["how"], number> = { shown: 0, touched: 1, foreseen: 2 };

function howOf(entry: Entry, { case: id, direction }: Pick<Flip, "case" | "direction">): Suspect["how"] | null {
  const foreseen = (direction === "broken" ? entry.predictedRisks : entry.predictedFixes).includes(id);
  if (direction === "broken" && entry.touched.includes(id)) return "touched";
  return foreseen ? "foreseen" : null;
}

/** The entries behind a flip: those that credit names, where it names any; otherwise those that touch it or meant to fix it. */
export function suspectsOf(
  flip: Pick<Flip, "case" | "direction">,
  entries: readonly Entry[],
  credit: StageCredit | null,
): Suspects {
  const named = (credit?.entries ?? []).filter((one) => one[flip.direction].includes(flip.case));
  if (named.length > 0) {
    return { suspects: named.map(({ entry, title }) => ({ entry, title, how: "shown" })), unexplained: false };
  }
  const suspects = keptEntries(entries).flatMap((entry) => {
    const how = howOf(entry, flip);
    return how === null ? [] : [{ entry: entry.id, title: entry.title, how }];
  });
  return {
    suspects: suspects.sort((a, b) => strength[a.how] - strength[b.how]),
    unexplained: credit?.unexplained.includes(flip.case) ?? false,
  };
}

const words = {
  broken: { shown: "broke it", touched: "touches it", foreseen: "foreseen risk" },
  fixed: { shown: "fixed it", touched: "touches it", foreseen: "meant to fix it" },
} as const;

/** Who is suspected, in one short line: by name where it is one, or was shown; otherwise how many. */
export function suspectsInShort({ suspects, unexplained }: Suspects, direction: Flip["direction"]): string {
  const [first] = suspects;
  if (unexplained) return "no single entry explains it";
  if (first === undefined) return direction === "broken" ? "no entry touches it" : "no entry was meant to fix it";
  if (suspects.length === 1) return `${first.title}: ${suspicionWords(first.how, direction)}`;
  return first.how === "shown" ? suspects.map(({ title }) => title).join(", ") : `${suspects.length} entries suspected`;
}

/** How an entry is tied to a flip, in two or three words. */
export const suspicionWords = (how: Suspect["how"], direction: Flip["direction"]): string => words[direction][how];
