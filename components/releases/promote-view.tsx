"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectHref } from "@/components/shell/sections";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useKeys } from "@/components/ui/use-keys";
import { queries } from "@/lib/client/queries";
import type { Release } from "@/lib/contracts/release";
import type { GateReport, ReleaseChannel } from "@/lib/contracts/release-gate";
import { channelQuery, channelWords } from "./channel-words";
import { GateTable } from "./gate-table";
import { failedGates } from "./gate-words";
import classes from "./gates.module.css";
import { MeasureGate } from "./measure-gate";
import { PromoteForm } from "./promote-form";
import own from "./releases.module.css";
import { isAlready, policyText } from "./switches";
import { useGateRuns } from "./use-gate-runs";

interface PromoteViewProps {
  project: string;
  channel: ReleaseChannel;
  current: Release | null;
  /** From the address: beginning of a hash, "choose" or "policy"; id of an endpoint; id of a run. */
  chosen: { version: string; endpoint: string | null; run: string | null };
  onChoose: (change: { promote?: string; endpoint?: string; run?: string | null }) => void;
  onClose: () => void;
}

function ReportHead({ report, onAgain, asking }: { report: GateReport; onAgain: () => void; asking: boolean }) {
  const { baseline, policy, settingsVersion, channel } = report;
  const failed = failedGates(report);
  const required = report.gates.filter((gate) => gate.required).length;
  return (
    <div className={own.reportHead}>
      <div>
        <h2>
          {required === 0
            ? `${channelWords[channel]} demands no gate`
            : failed.length === 0
              ? required === 1
                ? "The gate passes"
                : `All ${required} gates pass`
              : `${failed.length} of ${required} ${required === 1 ? "gate" : "gates"} ${failed.length === 1 ? "does" : "do"} not pass`}
        </h2>
        <p className={own.small}>
          For exactly <strong>{report.versionName}</strong> <code>{report.version.slice(0, 8)}</code>
          {policy && (
            <>
              {" "}
              with <strong>{policy.endpoint}</strong> ({[policy.model, policy.checkpoint].filter(Boolean).join(", ")})
            </>
          )}
          ,{" "}
          {baseline
            ? `beside ${baseline.versionName} ${baseline.version.slice(0, 8)} in production`
            : "with nothing in production"}
          , by thresholds version {settingsVersion}, asked <RelativeTime at={report.at} />.
        </p>
      </div>
      <Button variant="default" size="compact-xs" loading={asking} onClick={onAgain}>
        Ask again
      </Button>
    </div>
  );
}

/** Moving a channel: which version and policy on the left, what the gates say of exactly this pair on the right. */
export function PromoteView({ project, channel, current, chosen, onChoose, onClose }: PromoteViewProps) {
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  // What the reader saw when they began: a move since then is a conflict, not an unseen overwrite.
  const [expected, setExpected] = useState(current?.id ?? null);
  const version =
    chosen.version === "policy"
      ? (current?.version ?? null)
      : (versions.data?.find((each) => chosen.version !== "choose" && each.hash.startsWith(chosen.version))?.hash ?? null);
  const endpoint = chosen.endpoint ?? current?.endpoint ?? null;
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const policy = endpoints.data?.find((each) => each.id === endpoint);
  const same = current !== null && version !== null && policy !== undefined && isAlready(current, version, policy);
  const asked = version !== null && endpoint !== null;
  const report = useQuery({
    ...queries.gates.report.queryOptions({ input: { project, channel, version: version ?? "", endpoint: endpoint ?? "" } }),
    enabled: asked,
  });
  const runs = useGateRuns(project, report.data);
  useKeys("Promote", [{ keys: "Escape", label: "Back to the channels", run: onClose }]);
  const name = channelWords[channel].toLowerCase();
  return (
    <>
      <PageHeader
        trail={[{ label: "Releases", href: projectHref(project, `/releases${channelQuery(channel)}`) }]}
        title={`Promote to ${name}`}
        detail={
          current
            ? `${channelWords[channel]} serves ${current.versionName} (${current.version.slice(0, 8)}) with ${policyText(current)}. Harness and policy are switched together or each alone.`
            : `${channelWords[channel]} serves nothing yet: choose a version and a policy.`
        }
        actions={
          <Button variant="default" leftSection={<Icon name="arrowLeft" />} onClick={onClose}>
            Back to the channels
          </Button>
        }
      />
      <div className={own.promote}>
        <PromoteForm
          project={project}
          channel={channel}
          current={current}
          versions={versions.data ?? []}
          version={version}
          endpoint={endpoint}
          run={chosen.run}
          unknown={versions.data !== undefined && version === null && chosen.version !== "choose" && chosen.version !== "policy"}
          report={asked ? report.data : undefined}
          same={same}
          expected={expected}
          onLook={() => setExpected(current?.id ?? null)}
          onChoose={onChoose}
          onClose={onClose}
        />
        <div className={own.reportSide}>
          {!asked ? (
            <EmptyState title="Choose what is to serve">
              The gates speak of exactly one version with one policy. Choose both, and what each gate found stands here.
            </EmptyState>
          ) : same ? (
            <EmptyState title="This serves already">Choose another version, or another policy for this one.</EmptyState>
          ) : (
            <QueryState query={report} rows={10}>
              {(found) => (
                <>
                  <ReportHead report={found} asking={report.isFetching} onAgain={() => report.refetch()} />
                  <GateTable
                    report={found}
                    action={(gate) =>
                      gate.remedies.length === 0 ? null : (
                        <MeasureGate report={found} gate={gate} runs={runs} endpoint={endpoint} />
                      )
                    }
                  />
                  <p className={classes.small}>
                    Thresholds are set under Gates. A result that is missing, out of date or unscored never passes.
                  </p>
                </>
              )}
            </QueryState>
          )}
        </div>
      </div>
    </>
  );
}
