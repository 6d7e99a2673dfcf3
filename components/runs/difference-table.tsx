import { metricWords } from "@/components/evolve/metric-words";
import { ForestBar, forestReach } from "@/components/stages/forest-bar";
import { formatCount, formatPoints, formatShare } from "@/components/ui/format";
import { Icon, type IconName } from "@/components/ui/icon";
import type { Campaign } from "@/lib/contracts/evolution";
import type { NoiseFloor, NonInferiority, PairedDifference } from "@/lib/contracts/run";
import { formatP, formatScore } from "./format";
import classes from "./runs.module.css";
import { differenceVerdict, type VerdictKind } from "./verdict";

const looks: Record<VerdictKind, { icon: IconName; tone: string }> = {
  better: { icon: "arrowUp", tone: "right" },
  worse: { icon: "arrowDown", tone: "wrong" },
  noise: { icon: "dot", tone: "unknown" },
  unknown: { icon: "warning", tone: "half" },
};

/** The verdict on a difference as an icon and in words. */
export function VerdictMark({ difference, noise = null }: { difference: PairedDifference; noise?: number | null }) {
  const verdict = differenceVerdict(difference, noise);
  return (
    <span className={classes.mark} data-tone={looks[verdict.kind].tone} title={verdict.sentence}>
      <Icon name={looks[verdict.kind].icon} size={12} />
      {verdict.label}
    </span>
  );
}

/** "+1.2 to +3.4", or a dash. */
export function intervalText({ low, high }: Pick<PairedDifference, "low" | "high">): string {
  return low === null || high === null ? "–" : `${formatPoints(low)} to ${formatPoints(high)}`;
}

const boundWords: Record<NonInferiority["verdict"], string> = {
  "non-inferior": "Yes",
  inferior: "No",
  undecided: "Not decided",
};

/** Whether head is at most the margin worse, in words. */
function BoundMark({ bound }: { bound: NonInferiority | undefined }) {
  if (!bound) return <>–</>;
  const tone = bound.verdict === "non-inferior" ? "right" : bound.verdict === "inferior" ? "wrong" : "unknown";
  const icon = bound.verdict === "non-inferior" ? "check" : bound.verdict === "inferior" ? "close" : "dot";
  return (
    <span className={classes.mark} data-tone={tone} title={`The interval begins at ${formatPoints(bound.low)} points`}>
      <Icon name={icon} size={12} />
      {boundWords[bound.verdict]}
    </span>
  );
}

interface DifferenceTableProps {
  differences: PairedDifference[];
  nonInferiority: NonInferiority[];
  noise: NoiseFloor | null;
  kind: Campaign["kind"];
}

/** Paired differences, head minus base, with interval, test, what could have been found, and the verdict in words. */
export function DifferenceTable({ differences, nonInferiority, noise, kind }: DifferenceTableProps) {
  const words = metricWords(kind);
  const reach = forestReach(differences);
  const margin = nonInferiority[0]?.margin;
  const boundOf = (metric: PairedDifference["metric"]) => nonInferiority.find((one) => one.metric === metric);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.overflow} tabIndex={0} aria-label="Paired differences and what they say">
      <table className={classes.plain} aria-label="Paired differences">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" data-align="right">
              Base, %
            </th>
            <th scope="col" data-align="right">
              Head, %
            </th>
            <th scope="col" data-align="right">
              Difference, points
            </th>
            <th scope="col">95 % interval</th>
            <th scope="col">±{formatShare(reach)} points</th>
            <th scope="col">Verdict</th>
            <th scope="col" title="Whether the whole interval lies above the margin">
              {margin === undefined ? "Not worse" : `Not worse by ${formatShare(margin)}`}
            </th>
            <th scope="col" data-align="right" title="Exact McNemar with one repeat of binary scores, sign flips otherwise">
              p
            </th>
            <th scope="col" data-align="right" title="Mid-p McNemar, for binary scores with one repeat">
              mid-p
            </th>
            <th scope="col" data-align="right" title="The smallest difference found with 80 % power at this rate of discordance">
              Detectable
            </th>
            <th scope="col" data-align="right">
              Better / worse
            </th>
            <th scope="col" data-align="right">
              n
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={difference.metric}>
              <th scope="row">{words[difference.metric]}</th>
              <td data-align="right">{formatScore(difference.base)}</td>
              <td data-align="right">{formatScore(difference.head)}</td>
              <td data-align="right">
                <strong>{formatPoints(difference.difference)}</strong>
              </td>
              <td>{intervalText(difference)}</td>
              <td>
                <ForestBar
                  difference={difference}
                  reach={reach}
                  noise={noise?.[difference.metric] ?? null}
                  margin={boundOf(difference.metric)?.margin ?? null}
                />
              </td>
              <td>
                <VerdictMark difference={difference} noise={noise?.[difference.metric] ?? null} />
              </td>
              <td>
                <BoundMark bound={boundOf(difference.metric)} />
              </td>
              <td data-align="right" title={difference.method}>
                {formatP(difference.p)}
              </td>
              <td data-align="right">{formatP(difference.midP)}</td>
              <td data-align="right">{formatShare(difference.minimumDetectable)}</td>
              <td data-align="right">
                {formatCount(difference.better)} / {formatCount(difference.worse)}
              </td>
              <td data-align="right">{formatCount(difference.n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={classes.verdicts}>
        {differences.map((difference) => (
          <li key={difference.metric}>
            {words[difference.metric]}: {differenceVerdict(difference, noise?.[difference.metric] ?? null).sentence}{" "}
            <span className={classes.small}>{difference.method}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
