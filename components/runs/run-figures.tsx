import { metricWords } from "@/components/evolve/metric-words";
import { formatCount, formatDuration, plural } from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stat";
import type { Campaign } from "@/lib/contracts/evolution";
import type { RunMetrics } from "@/lib/contracts/run";
import { estimateWords, formatScore } from "./format";

interface RunFiguresProps {
  metrics: RunMetrics;
  /** What ran: a judge's scores are its agreement with people. */
  kind: Campaign["kind"];
}

/** The headline figures of a run. */
export function RunFigures({ metrics, kind }: RunFiguresProps) {
  const words = metricWords(kind);
  const { latency, tokens } = metrics;
  return (
    <Stats>
      <Stat label={`${words.accuracy}, %`} value={formatScore(metrics.accuracy.mean)} detail={estimateWords(metrics.accuracy)} />
      <Stat
        label={`${words.effectiveness}, %`}
        value={formatScore(metrics.effectiveness.mean)}
        detail={estimateWords(metrics.effectiveness)}
      />
      <Stat label={`${words.avg}, %`} value={formatScore(metrics.avg.mean)} detail={estimateWords(metrics.avg)} />
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
