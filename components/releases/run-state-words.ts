import { formatRemaining } from "@/components/runs/format";
import { formatCount } from "@/components/ui/format";
import type { GateRemedy } from "@/lib/contracts/release-gate";
import type { Run } from "@/lib/contracts/run";

/** Whether a run gives a gate what it lacks. */
export const givesWhat = (remedy: GateRemedy, run: Run): boolean =>
  run.version === remedy.version &&
  run.endpoint === remedy.endpoint &&
  run.dataset === remedy.dataset &&
  (run.judge?.id ?? null) === remedy.judge;

/** "12 of 60 cases, about 40 s left". `now` in milliseconds. */
export function howFar(run: Pick<Run, "status" | "counts" | "startedAt">, now: number): string {
  if (run.status === "queued") return "queued";
  const { done, total } = run.counts;
  const said = `${formatCount(done)} of ${formatCount(total)} cases`;
  if (run.status === "paused") return `${said}, paused`;
  const spent = run.startedAt === null ? 0 : now - new Date(run.startedAt).getTime();
  if (done === 0 || spent <= 0 || done >= total) return said;
  return `${said}, about ${formatRemaining(((spent / done) * (total - done)) / 1_000)} left`;
}
