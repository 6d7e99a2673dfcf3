import type { GateMetric } from "@/lib/contracts/gates";
import type { GateSettings, ReleaseGateItem } from "@/lib/contracts/release-gate";
import type { CategoryComparison, PairedDifference } from "@/lib/contracts/run";
import { pointsText } from "@/lib/evaluation/gates/gate-item";
import { holm } from "@/lib/stats/multiple-tests";
import { countText, decided, note } from "./gate-items";

const SHOWN = 0.0005;
const pText = (p: number) => (p < SHOWN ? "< 0.0005" : `= ${Number(p.toFixed(4))}`);

/**
 * One-sided p against "not worse", of the two-sided sign test (exact McNemar, or sign-flip permutation): both are symmetric,
 * so a fall has half of it.
 */
export const pWorse = ({ difference, p }: Pick<PairedDifference, "difference" | "p">): number | null =>
  difference === null || p === null ? null : difference < 0 ? p / 2 : 1;

/**
 * Categories that became worse, by a one-sided test adjusted by Holm over the categories (METHODS.md, section 3). A category
 * fails where the adjusted p is below `categoryAlpha` and it fell by more than the margin. Where fewer cases differ than the
 * test would need to reject even if all of them fell (k differing cases give at best 2^−k, with 16 categories 9 of them), the
 * raw flips and the beta-binomial P(worse) are noted instead: this is no pass.
 */
export function categoryItems(
  categories: readonly CategoryComparison[],
  { metric, margin, categoryAlpha }: Pick<GateSettings["regression"], "metric" | "margin" | "categoryAlpha">,
): ReleaseGateItem[] {
  const adjusted = holm(categories.map((category) => pWorse(category[metric])));
  const tests = adjusted.filter((p) => p !== null).length;
  const items: ReleaseGateItem[] = [];
  const undecided: CategoryComparison[] = [];
  let decidable = 0;
  for (const [index, category] of categories.entries()) {
    const found = category[metric];
    const p = adjusted[index] ?? null;
    const differing = found.better + found.worse;
    if (p === null || found.difference === null) {
      items.push(note(`category ${category.category}`, "nothing", "No case of it has this score in both runs."));
    } else if (2 ** -differing * tests >= categoryAlpha) {
      if (found.difference < 0) items.push(flipsNote(category, found));
      else if (differing > 0) undecided.push(category);
    } else {
      decidable += 1;
      if (p < categoryAlpha && found.difference < -margin) items.push(worseItem(category, found, p, { margin, categoryAlpha }));
    }
  }
  const quiet = categories.filter((one) => one[metric].n > 0 && one[metric].better + one[metric].worse === 0).length;
  if (!items.some((item) => item.state === "failed") && decidable > 0) {
    items.unshift(
      decided(true, {
        name: "categories",
        found: `none of ${decidable} is worse`,
        wanted: `no fall beyond ${pointsText(-margin)} with p below ${categoryAlpha}`,
        why: `One-sided tests, adjusted by Holm over ${countText(tests, "category", "categories")}.`,
      }),
    );
  }
  if (undecided.length > 0) items.push(undecidedNote(undecided, metric));
  if (quiet > 0) items.push(note("categories unchanged", String(quiet), "Not one case of these scored otherwise."));
  return items;
}

const flipsText = ({ difference, better, worse, n }: PairedDifference) =>
  `${pointsText(difference ?? 0)} (${better} better, ${worse} worse, n = ${n})`;

function flipsNote({ category, probabilityWorse }: CategoryComparison, found: PairedDifference): ReleaseGateItem {
  const chance = probabilityWorse === null ? "" : `; P(worse) = ${Number(probabilityWorse.toFixed(3))} from the flips alone`;
  return note(
    `category ${category}`,
    flipsText(found),
    `${countText(found.better + found.worse, "differing case")} cannot decide a test${chance}. Read them before you promote.`,
  );
}

/** Those that did not fall, in one note: what cannot be tested is no pass either. */
const undecidedNote = (categories: readonly CategoryComparison[], metric: GateMetric): ReleaseGateItem =>
  note(
    "categories undecided",
    categories.map(({ category, ...scores }) => `${category} ${scores[metric].better}:${scores[metric].worse}`).join(", "),
    "Too few cases differ to decide a test, and not more of them fell than rose (better:worse).",
  );

function worseItem(
  { category, fixed, broken }: CategoryComparison,
  found: PairedDifference,
  p: number,
  { margin, categoryAlpha }: { margin: number; categoryAlpha: number },
): ReleaseGateItem {
  return decided(false, {
    name: `category ${category}`,
    found: `${flipsText(found)}, adjusted p ${pText(p)}`,
    wanted: `no fall beyond ${pointsText(-margin)} with p below ${categoryAlpha}`,
    why: `It is worse than production: ${broken} broken, ${fixed} fixed.`,
  });
}
