import Link from "next/link";
import { FlipCount } from "@/components/runs/case-marks";
import { intervalText } from "@/components/runs/difference-table";
import { ForestBar, forestReach } from "@/components/stages/forest-bar";
import { formatPoints, formatShare, plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Autopilot, AutopilotBranch, AutopilotFinish } from "@/lib/contracts/autopilot";
import type { Campaign } from "@/lib/contracts/evolution";
import own from "./autopilot.module.css";
import { branchRuns, finishLooks, finishWords, luckyBranch, rankByLowerBound } from "./autopilot-words";
import classes from "./evolve.module.css";
import { metricWords } from "./metric-words";

/** Why a branch or a night ended: its name, and what more there is to say. */
export function Finish({ finish }: { finish: AutopilotFinish }) {
  const { reason, detail } = finishWords(finish);
  const { tone, icon } = finishLooks[finish.cause];
  return (
    <>
      <StatusBadge status={finish.cause} tone={tone} icon={icon}>
        {reason}
      </StatusBadge>{" "}
      <span className={classes.small}>{detail}</span>
    </>
  );
}

/** The stages of a branch by their place in it; the name of each is on hover. */
function Stages({ project, campaign, branch }: { project: string; campaign: Campaign; branch: AutopilotBranch }) {
  return (
    <span className={own.stages}>
      {branch.stages.map((id, index) => (
        <span key={id}>
          <Link href={`/p/${project}/evolve/${campaign.id}/${id}`} title={campaign.stages.find((stage) => stage.id === id)?.name}>
            Stage {index + 1}
          </Link>
          {id === branch.best && branch.stages.length > 1 ? <span className={classes.small}> its best</span> : null}
        </span>
      ))}
    </span>
  );
}

interface BranchTableProps {
  project: string;
  campaign: Campaign;
  night: Autopilot;
}

/** The branches of a night, the best lower bound first, each with its interval, its flips and why it ended. */
export function BranchTable({ project, campaign, night }: BranchTableProps) {
  const branches = rankByLowerBound(night.branches);
  const reach = forestReach(branches);
  const lucky = luckyBranch(branches);
  return (
    <>
      <p className={classes.small}>
        Ranked by the lower bound of the difference in {metricWords(campaign.kind).avgWithin} against where the night began, not
        by the mean: the best mean of many tries is mostly luck.
      </p>
      <div className={own.box}>
        <table className={own.table} aria-label="Branches of the night">
          <thead>
            <tr>
              <th scope="col">Branch</th>
              <th scope="col" data-align="right">
                Lower bound
              </th>
              <th scope="col" data-align="right">
                Mean, points
              </th>
              <th scope="col">95 % interval</th>
              <th scope="col">±{formatShare(reach)} points</th>
              <th scope="col">Fixed, broken</th>
              <th scope="col">Stages</th>
              <th scope="col">
                <span className={classes.small}>Look</span>
              </th>
            </tr>
          </thead>
          {branches.map((branch) => {
            const runs = branchRuns(campaign, night.settings, branch);
            return (
              <tbody key={branch.name}>
                <tr>
                  <th scope="row">{branch.name}</th>
                  <td data-align="right">
                    <strong>{formatPoints(branch.low)}</strong>
                  </td>
                  <td data-align="right">{formatPoints(branch.mean)}</td>
                  <td className={own.nowrap}>{intervalText(branch)}</td>
                  <td>
                    <ForestBar difference={{ ...branch, difference: branch.mean }} reach={reach} />
                  </td>
                  <td className={own.nowrap}>
                    {branch.best === null ? (
                      <span className={classes.faint}>not scored</span>
                    ) : (
                      <>
                        <FlipCount direction="fixed" count={branch.fixed} />{" "}
                        <FlipCount direction="broken" count={branch.broken} />
                      </>
                    )}
                  </td>
                  <td>
                    <Stages project={project} campaign={campaign} branch={branch} />
                  </td>
                  <td className={own.nowrap}>
                    {runs ? <Link href={`/p/${project}/runs/compare?base=${runs.base}&head=${runs.head}`}>Compare</Link> : null}
                  </td>
                </tr>
                <tr className={own.ended}>
                  <td />
                  <td colSpan={7}>
                    {branch.finish ? <Finish finish={branch.finish} /> : <StatusBadge status="running">under way</StatusBadge>}
                    {branch.brokenP0 > 0 ? (
                      <span className={own.told} data-tone="bad">
                        <Icon name="arrowDown" size={12} /> {plural(branch.brokenP0, "P0 case")} among the broken
                      </span>
                    ) : null}
                    {branch.name === lucky ? (
                      <span className={own.told}>
                        <Icon name="warning" size={12} /> The highest mean is likely luck: its lower bound is not the best.
                      </span>
                    ) : null}
                  </td>
                </tr>
              </tbody>
            );
          })}
        </table>
      </div>
    </>
  );
}
