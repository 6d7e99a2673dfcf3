import { formatCount, formatDuration, formatShare, plural } from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stat";
import type { Estimate, RunMetrics } from "@/lib/contracts/run";
import { formatScore } from "./format";

function counts(estimate: Estimate): string {
  const interval = estimate.low === null ? "" : `${formatShare(estimate.low)} to ${formatShare(estimate.high)}, `;
  return `${interval}n ${formatCount(estimate.n)}${estimate.unscored > 0 ? `, ${formatCount(estimate.unscored)} unscored` : ""}`;
}

/** The headline figures of a run. */
export function RunFigures({ metrics }: { metrics: RunMetrics }) {
  const { latency, tokens } = metrics;
  return (
    <Stats>
      <Stat label="Accuracy, %" value={formatScore(metrics.accuracy.mean)} detail={counts(metrics.accuracy)} />
      <Stat label="Effectiveness, %" value={formatScore(metrics.effectiveness.mean)} detail={counts(metrics.effectiveness)} />
      <Stat label="AVG, %" value={formatScore(metrics.avg.mean)} detail={counts(metrics.avg)} />
      <Stat
        label="Latency P50"
        value={formatDuration(latency.p50)}
        detail={`P95 ${formatDuration(latency.p95)}, n ${formatCount(latency.n)}`}
      />
      <Stat
        label="Tokens a case"
        value={tokens.perCase === null ? "–" : formatCount(Math.round(tokens.perCase))}
        detail={`${formatCount(tokens.prompt)} prompt, ${formatCount(tokens.completion)} completion`}
      />
      <Stat
        label="Model calls"
        value={formatCount(metrics.calls)}
        detail={metrics.cost === null ? "cost unknown: no price set" : `US$ ${metrics.cost.toFixed(4)}`}
      />
      <Stat
        label="Cases"
        value={formatCount(metrics.cases)}
        detail={`${formatCount(metrics.scored)} scored, ${plural(metrics.failed, "failed", "failed")}, ${formatCount(metrics.unscored)} unscored`}
      />
    </Stats>
  );
}
