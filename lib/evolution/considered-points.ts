import type { StageSummary } from "@/lib/contracts/evolution";

interface PlacedStage {
  stage: Pick<StageSummary, "id" | "parent" | "autopilot">;
}

/**
 * The stages that advice is about. With `line`, that stage and those it came from. Without it, all but the branches of nights:
 * of those only what a person took up, by selecting it or by going on from it.
 */
export function consideredPoints<T extends PlacedStage>(points: readonly T[], selected: string | null, line?: string): T[] {
  const byId = new Map(points.map((point) => [point.stage.id, point]));
  const kept = new Set<string>();
  const keepPath = (stage: string | null) => {
    for (let at = stage; at !== null && !kept.has(at); at = byId.get(at)?.stage.parent ?? null) kept.add(at);
  };
  if (line !== undefined) keepPath(line);
  else {
    for (const { stage } of points) if (stage.autopilot === null) keepPath(stage.id);
    keepPath(selected);
  }
  return points.filter(({ stage }) => kept.has(stage.id));
}
