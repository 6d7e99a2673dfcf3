"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useMay } from "@/components/people/use-may";
import { projectHref } from "@/components/shell/sections";
import { ErrorState } from "@/components/ui/error-state";
import { plural } from "@/components/ui/format";
import { Section } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { PromotionRequest } from "@/lib/contracts/release";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import { channelQuery, channelWords } from "./channel-words";
import { DecideRequestDialog, type RequestAction } from "./decide-request-dialog";
import { NameField } from "./name-field";
import classes from "./releases.module.css";
import { useOwnName } from "./use-own-name";

interface WaitingRequestsProps {
  project: string;
  channel: ReleaseChannel;
}

const stateWords: Record<PromotionRequest["state"], string> = {
  open: "waits",
  approved: "approved",
  refused: "refused",
  withdrawn: "withdrawn",
  lapsed: "lapsed: the channel moved meanwhile",
};

/** So many decided ones are shown below those that wait. */
const DECIDED = 3;

/** Promotions that wait for a second person; nothing where none ever did. */
export function WaitingRequests({ project, channel }: WaitingRequestsProps) {
  const requests = useQuery(queries.releases.requests.queryOptions({ input: { project } }));
  const [deciding, setDeciding] = useState<{ request: PromotionRequest; action: RequestAction } | null>(null);
  const { name } = useOwnName();
  const { may, why } = useMay("releaser", project);
  if (requests.isError) {
    return (
      <Section title="Waiting for a second person">
        <ErrorState error={requests.error} onRetry={() => requests.refetch()} />
      </Section>
    );
  }
  const all = (requests.data ?? []).filter((each) => each.promotion.channel === channel);
  const open = all.filter((each) => each.state === "open");
  const decided = all.filter((each) => each.state !== "open").slice(0, DECIDED);
  if (all.length === 0) return null;
  const button = (request: PromotionRequest, action: RequestAction, label: string, main = false) => (
    <Button
      size="compact-xs"
      variant={main ? "filled" : "default"}
      disabled={!may || name === ""}
      title={why ?? undefined}
      onClick={() => setDeciding({ request, action })}
    >
      {label}
    </Button>
  );
  return (
    <Section title="Waiting for a second person" aside={open.length === 0 ? "None waits" : plural(open.length, "promotion")}>
      {name === "" && open.length > 0 && <NameField description="A promotion is approved or refused in a person's name." />}
      <ul className={classes.requests}>
        {[...open, ...decided].map((request) => {
          const { promotion } = request;
          const own = request.requestedBy.toLowerCase() === name.toLowerCase();
          return (
            <li key={request.id} data-state={request.state}>
              <div>
                <div>
                  <Link href={projectHref(project, `/harness/${promotion.version.slice(0, 12)}`)} className={classes.version}>
                    {request.versionName}
                  </Link>{" "}
                  <code>{promotion.version.slice(0, 8)}</code> with {promotion.endpoint ?? "no policy"} to{" "}
                  {channelWords[channel].toLowerCase()}
                  {promotion.override !== null && <span className={classes.overridden}>overrides gates</span>}
                </div>
                <div className={classes.soft}>
                  {request.requestedBy}, <RelativeTime at={request.requestedAt} />: {promotion.reason}
                </div>
                {promotion.override !== null && (
                  <div className={classes.warn}>Why the gates are overridden: {promotion.override}</div>
                )}
                {request.state !== "open" && (
                  <div className={classes.small}>
                    {stateWords[request.state]}
                    {request.decidedBy !== null && ` by ${request.decidedBy}`}
                    {request.decidedAt !== null && (
                      <>
                        , <RelativeTime at={request.decidedAt} />
                      </>
                    )}
                    {request.note !== "" && `: ${request.note}`}
                  </div>
                )}
              </div>
              {request.state === "open" && (
                <div className={classes.requestActions}>
                  <Link
                    href={projectHref(
                      project,
                      `/releases${channelQuery(channel, {
                        promote: promotion.version.slice(0, 12),
                        ...(promotion.endpoint === null ? {} : { endpoint: promotion.endpoint }),
                      })}`,
                    )}
                  >
                    Its gates
                  </Link>
                  {own ? (
                    <>
                      <span className={classes.small}>You asked for it: somebody else approves it.</span>
                      {button(request, "withdraw", "Withdraw")}
                    </>
                  ) : (
                    <>
                      {button(request, "refuse", "Refuse")}
                      {button(request, "approve", "Approve", true)}
                    </>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {deciding && <DecideRequestDialog project={project} {...deciding} onClose={() => setDeciding(null)} />}
    </Section>
  );
}
