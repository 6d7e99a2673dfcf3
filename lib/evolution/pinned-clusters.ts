import type { PinnedCluster } from "@/lib/contracts/cluster-edit";
import type { Cluster } from "@/lib/contracts/evolution";
import { type ClusterCore, LONG_TAIL, type RebuildClusters } from "./cluster-builder";
import { type ClusterPlan, quotesOf } from "./cluster-plan";

/** The contract's limit; a computed label may be longer. */
const LONGEST_LABEL = 120;

/**
 * The pinned clusters of a campaign after an edit. A pinned cluster keeps the cases that do not fail in this diagnosis; a case
 * is in one of them at most; one without cases is no longer pinned.
 */
export function pinsAfter(
  plan: ClusterPlan,
  { by, at, pinned }: { by: string; at: string; pinned: readonly PinnedCluster[] },
): PinnedCluster[] {
  const pins = new Map(pinned.filter(({ id }) => id !== plan.released).map((pin) => [pin.id, pin]));
  const placed = new Map(plan.clusters.flatMap(({ id, cases }) => cases.map((one) => [one, id] as const)));
  const put = (pin: Omit<PinnedCluster, "cases" | "by" | "at">, cases: readonly string[]) => {
    const taken = new Set(cases);
    for (const [id, other] of pins) pins.set(id, { ...other, cases: other.cases.filter((one) => !taken.has(one)) });
    const remembered = (pins.get(pin.id)?.cases ?? []).filter((one) => !placed.has(one));
    pins.set(pin.id, { ...pin, cases: [...new Set([...cases, ...remembered])].sort(), by, at });
  };
  for (const { id, label, cause, owner, cases } of plan.clusters) {
    if (!plan.touched.includes(id)) continue;
    const absorbed = plan.replaced.filter(({ to }) => to === id).flatMap(({ from }) => pins.get(from)?.cases ?? []);
    put({ id, label: label.slice(0, LONGEST_LABEL).trim(), cause, owner }, [
      ...cases,
      ...absorbed.filter((one) => !placed.has(one)),
    ]);
  }
  if (plan.toTail.length > 0) {
    const earlier = (pins.get(LONG_TAIL.id)?.cases ?? []).filter((one) => !plan.toTail.includes(one));
    put({ id: LONG_TAIL.id, label: LONG_TAIL.label, cause: null, owner: null }, [...plan.toTail, ...earlier]);
  }
  return [...pins.values()].filter(({ cases }) => cases.length > 0);
}

/** The id of the pinned cluster that most of a computed cluster's cases belong to; null where none has more than half. */
function majority(cluster: Cluster, pinOf: ReadonlyMap<string, string>): string | null {
  if (cluster.longTail) return null;
  const counts = new Map<string, number>();
  for (const one of cluster.cases) {
    const pin = pinOf.get(one);
    if (pin !== undefined && pin !== LONG_TAIL.id) counts.set(pin, (counts.get(pin) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => 2 * count > cluster.cases.length)?.[0] ?? null;
}

/**
 * The clusters of a new diagnosis with those that persons pinned kept: cases of a pinned cluster that fail again are together
 * under its name, and the rest of a computed cluster of which more than half is in one of them joins it. Each case is in one
 * cluster; empty ones vanish. Without a pinned case among them the clusters stay as they are.
 */
export function keepPinned(clusters: readonly Cluster[], pinned: readonly PinnedCluster[], rebuild: RebuildClusters): Cluster[] {
  const pinOf = new Map([...pinned].reverse().flatMap(({ id, cases }) => cases.map((one) => [one, id] as const)));
  if (!clusters.some(({ cases }) => cases.some((one) => pinOf.has(one)))) return [...clusters];

  const tail = clusters.find(({ longTail }) => longTail)?.id ?? LONG_TAIL.id;
  const homes = new Map<string, string[]>();
  for (const cluster of clusters) {
    const joined = majority(cluster, pinOf);
    for (const one of cluster.cases) {
      const pin = pinOf.get(one) ?? joined ?? cluster.id;
      const home = pin === LONG_TAIL.id ? tail : pin;
      homes.set(home, [...(homes.get(home) ?? []), one]);
    }
  }
  const quotes = clusters.flatMap((cluster) => cluster.quotes);
  const computed = clusters.map((cluster): ClusterCore => {
    const cases = homes.get(cluster.id) ?? [];
    const same = cases.length === cluster.cases.length;
    return { ...cluster, cases, quotes: quotesOf(quotes, cases), agreement: same ? cluster.agreement : null };
  });
  const kept = pinned
    .filter(({ id }) => id !== LONG_TAIL.id)
    .map(({ id, label, cause, owner, by }): ClusterCore => {
      const cases = [...(homes.get(id) ?? [])].sort();
      const sharing = (cluster: Cluster) => cluster.cases.filter((one) => cases.includes(one)).length;
      const [nearest] = [...clusters].sort((a, b) => sharing(b) - sharing(a));
      const same = nearest !== undefined && nearest.cases.length === cases.length && sharing(nearest) === cases.length;
      return {
        id,
        label,
        cause: cause ?? nearest?.cause ?? "",
        owner: owner ?? nearest?.owner ?? "model",
        cases,
        quotes: quotesOf(quotes, cases),
        longTail: false,
        madeBy: "person",
        by,
        agreement: same ? nearest.agreement : null,
      };
    });
  const missingTail: ClusterCore[] =
    homes.has(LONG_TAIL.id) && !clusters.some(({ id }) => id === LONG_TAIL.id)
      ? [
          {
            ...LONG_TAIL,
            owner: "model",
            cases: homes.get(LONG_TAIL.id) ?? [],
            quotes: [],
            longTail: true,
            madeBy: "person",
            by: pinned.find(({ id }) => id === LONG_TAIL.id)?.by ?? null,
            agreement: null,
          },
        ]
      : [];
  return rebuild([...kept, ...computed, ...missingTail].filter(({ cases }) => cases.length > 0));
}
