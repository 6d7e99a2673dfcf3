import { ForestBar, forestReach } from "@/components/stages/forest-bar";
import { formatCount, formatPoints, formatShare } from "@/components/ui/format";
import { Icon, type IconName } from "@/components/ui/icon";
import type { PairedDifference } from "@/lib/contracts/run";
import { formatP, formatScore } from "./format";
import classes from "./runs.module.css";
import { differenceVerdict, type VerdictKind } from "./verdict";

export const metricNames: Record<PairedDifference["metric"], string> = {
  accuracy: "Accuracy",
  effectiveness: "Effectiveness",
  avg: "AVG",
};

const looks: Record<VerdictKind, { icon: IconName; tone: string }> = {
  better: { icon: "arrowUp", tone: "right" },
  worse: { icon: "arrowDown", tone: "wrong" },
  noise: { icon: "dot", tone: "unknown" },
  unknown: { icon: "warning", tone: "half" },
};

/** The verdict on a difference as an icon and in words. */
export function VerdictMark({ difference }: { difference: PairedDifference }) {
  const verdict = differenceVerdict(difference);
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

/** Paired differences, head minus base, with interval, test, what could have been found, and the verdict in words. */
export function DifferenceTable({ differences }: { differences: PairedDifference[] }) {
  const reach = forestReach(differences);
  return (
    <div className={classes.overflow}>
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
            <th scope="col" data-align="right">
              p
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
              <th scope="row">{metricNames[difference.metric]}</th>
              <td data-align="right">{formatScore(difference.base)}</td>
              <td data-align="right">{formatScore(difference.head)}</td>
              <td data-align="right">
                <strong>{formatPoints(difference.difference)}</strong>
              </td>
              <td>{intervalText(difference)}</td>
              <td>
                <ForestBar difference={difference} reach={reach} />
              </td>
              <td>
                <VerdictMark difference={difference} />
              </td>
              <td data-align="right" title={difference.method}>
                {formatP(difference.p)}
              </td>
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
            {metricNames[difference.metric]}: {differenceVerdict(difference).sentence}{" "}
            <span className={classes.small}>{difference.method}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
