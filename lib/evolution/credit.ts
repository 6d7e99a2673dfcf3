import type { EntryCredit, StageCredit } from "@/lib/contracts/credit";
import type { Entry } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import type { Flip } from "@/lib/contracts/run";
import { averageScore } from "@/lib/evaluation/score";
import { applyEntries } from "./apply";

const EPSILON = 1e-9;

/** What a case did without one entry: `fixed` by the entry, `broken` by it, the same, or without a score. */
export type RerunMeaning = "fixed" | "broken" | "same" | "unscored";

/** A stage's version without one entry; null where the others do not apply without it. */
export interface LeftOut {
  entry: Pick<Entry, "id" | "title">;
  bundle: Bundle | null;
}

/** Each shipped entry with the version that the others make without it. */
export function leaveOneOut(base: Bundle, shipped: readonly Entry[]): LeftOut[] {
  return shipped.map((entry) => {
    const { bundle, conflicts } = applyEntries(
      base,
      shipped.filter((one) => one.id !== entry.id),
    );
    return { entry, bundle: conflicts.length === 0 ? bundle : null };
  });
}

/** Flips in the order in which their reruns matter: broken before fixed, and P0 first in each. */
export function rerunOrder(flips: readonly Flip[]): Flip[] {
  const rank = (flip: Flip) => (flip.direction === "broken" ? 0 : 2) + (flip.priority === "P0" ? 0 : 1);
  return flips.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * What the rerun of a changed case without an entry says of that entry, by AVG against the stage's run: a score that falls back
 * was the entry's doing, one that recovers was broken by it. `without` is null where the rerun could not be scored.
 */
export function meaningOf(flip: Flip, without: number | null): RerunMeaning {
  const withIt = averageScore({ accuracy: flip.headAccuracy, effectiveness: flip.headEffectiveness });
  if (without === null || withIt === null) return "unscored";
  if (without < withIt - EPSILON) return "fixed";
  return without > withIt + EPSILON ? "broken" : "same";
}

/** The reruns of the changed cases so far, by entry and case. */
export class CreditTally {
  private readonly meanings = new Map<string, Map<string, RerunMeaning>>();
  private readonly notes = new Map<string, string>();

  constructor(
    private readonly entries: readonly LeftOut[],
    private readonly flips: readonly Flip[],
  ) {
    for (const { entry, bundle } of entries) {
      this.meanings.set(entry.id, new Map());
      if (bundle === null) this.refuse(entry.id, "The other entries do not apply without it.");
    }
  }

  /** Takes over what an earlier, unfinished credit found of cases that are still among the changed ones. */
  takeOver(earlier: readonly EntryCredit[]): void {
    const changed = new Set(this.flips.map((flip) => flip.case));
    for (const { entry, fixed, broken, same } of earlier) {
      const take = (ids: readonly string[], meaning: RerunMeaning) => {
        for (const id of ids) if (changed.has(id)) this.meanings.get(entry)?.set(id, meaning);
      };
      take(fixed, "fixed");
      take(broken, "broken");
      take(same, "same");
    }
  }

  /** An entry that cannot be left out, and why. */
  refuse(entry: string, why: string): void {
    this.notes.set(entry, why);
  }

  record(entry: string, id: string, meaning: RerunMeaning): void {
    this.meanings.get(entry)?.set(id, meaning);
  }

  isRefused(entry: string): boolean {
    return this.notes.has(entry);
  }

  /** Whether this rerun is still to be done. */
  lacks(entry: string, id: string): boolean {
    return !this.isRefused(entry) && !this.meanings.get(entry)?.has(id);
  }

  /** Reruns planned, without entries that cannot be left out, and done. */
  get progress(): Pick<StageCredit, "total" | "done"> {
    const tested = this.entries.filter(({ entry }) => !this.isRefused(entry.id));
    const done = tested.reduce((sum, { entry }) => sum + (this.meanings.get(entry.id)?.size ?? 0), 0);
    return { total: tested.length * this.flips.length, done };
  }

  credits(): EntryCredit[] {
    return this.entries.map(({ entry }) => this.creditOf(entry));
  }

  private creditOf({ id, title }: LeftOut["entry"]): EntryCredit {
    const own = this.meanings.get(id) ?? new Map<string, RerunMeaning>();
    const cases = (meaning: RerunMeaning) => this.flips.map((flip) => flip.case).filter((one) => own.get(one) === meaning);
    const [fixed, broken, same] = [cases("fixed"), cases("broken"), cases("same")];
    const unscored = cases("unscored").length;
    const refused = this.notes.get(id);
    const left = this.flips.length - own.size;
    const counts = { fixed: fixed.length, broken: broken.length, same: same.length };
    const verdict = refused === undefined ? verdictOf(counts, left) : "untested";
    const found = { entry: id, title, fixed, broken, same, unmoved: same.length, unscored };
    return { ...found, verdict, note: refused ?? noteOn(counts, left, unscored, this.flips.length) };
  }

  /**
   * Changed cases that no single entry's removal turns back: several do it together, or it is noise. A case is named only where
   * the rerun without each of the entries is known.
   */
  unexplained(): string[] {
    const wanted = (flip: Flip): RerunMeaning => flip.direction;
    return this.flips
      .filter((flip) => {
        const found = this.entries.map(({ entry }) => this.meanings.get(entry.id)?.get(flip.case));
        return found.length > 0 && found.every((one) => one !== undefined && one !== "unscored" && one !== wanted(flip));
      })
      .map((flip) => flip.case);
  }
}

function verdictOf({ fixed, broken, same }: Record<"fixed" | "broken" | "same", number>, left: number): EntryCredit["verdict"] {
  if (broken > 0) return broken >= fixed ? "hurts" : "mixed";
  if (fixed > 0) return "helps";
  // That nothing was seen to move says little while some of it was not looked at.
  return same > 0 && left === 0 ? "no-effect" : "untested";
}

function noteOn(counts: Record<"fixed" | "broken" | "same", number>, left: number, unscored: number, all: number): string {
  if (all === 0) return "No case changed.";
  if (left === all) return "None of the changed cases was run without it.";
  if (left > 0) return `${all - left} of ${all} changed cases were run without it.`;
  const scored = counts.fixed + counts.broken + counts.same;
  if (scored === 0) return "None of the changed cases could be scored without it.";
  return unscored > 0 ? `${unscored} of ${all} changed cases could not be scored without it.` : "";
}
