import type { Trajectory } from "@/lib/contracts/trajectory";
import type { TrajectorySource } from "../evaluated-case";

/** A source that holds the last few trajectories: one case is read several times in a row, and reading one is slow. */
export function recentTrajectories(source: TrajectorySource, most: number): TrajectorySource {
  const held = new Map<string, Trajectory | null>();
  return (id) => {
    const known = held.get(id);
    if (known !== undefined) return known;
    const [oldest] = held.keys();
    if (held.size >= most && oldest !== undefined) held.delete(oldest);
    const found = source(id);
    held.set(id, found);
    return found;
  };
}
