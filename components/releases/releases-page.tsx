"use client";
import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/people/use-may";
import { ReleaseTabs } from "@/components/serving/release-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import { ReleaseChannel } from "@/lib/contracts/release-gate";
import { channelChoices, channelParam, channelWords, readChannel } from "./channel-words";
import { PromoteView } from "./promote-view";
import { ReleaseHistory } from "./release-history";
import classes from "./releases.module.css";
import { RollbackDialog } from "./rollback-dialog";
import { ServesNow } from "./serves-now";
import { SwitchRows } from "./switch-rows";
import { WaitingRequests } from "./waiting-requests";

/** A channel: what serves now, how to move it, what waits for a second person, and everything it served before. */
export function ReleasesPage({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const channel = readChannel(get);
  const query = useQuery(queries.releases.list.queryOptions({ input: { project, channel } }));
  const promoting = get("promote");
  const openPromote = (what: "choose" | "policy" = "choose") => set({ promote: what, endpoint: null, run: null }, "push");
  useKeys("Releases", [{ keys: "p", label: "Promote a version", run: () => openPromote() }]);
  const { may, why } = useMay("releaser", project);
  const close = () => set({ promote: null, endpoint: null, run: null });
  return (
    <QueryState query={query} what={{ name: "project", id: project }} back={{ label: "To the projects", href: "/?all" }}>
      {(releases) => {
        const current = releases[0] ?? null;
        if (promoting !== null) {
          return (
            <PromoteView
              key={channel}
              project={project}
              channel={channel}
              current={current}
              chosen={{ version: promoting, endpoint: get("endpoint"), run: get("run") }}
              onChoose={(change) => set(change)}
              onClose={close}
            />
          );
        }
        const target = releases.find((release) => release.id === get("rollback"));
        return (
          <>
            <PageHeader
              title="Releases"
              detail="A channel serves the release at the top. It moves when its gates pass, or when a person overrides them and says why."
              actions={
                <Button
                  leftSection={<Icon name="arrowUp" />}
                  disabled={!may}
                  title={why ?? undefined}
                  onClick={() => openPromote()}
                >
                  Promote a version
                </Button>
              }
            />
            <ReleaseTabs project={project} current="channels" />
            <div className={classes.bar}>
              <SegmentedControl
                aria-label="Channel"
                data={channelChoices}
                value={channel}
                onChange={(value) => set({ channel: channelParam(ReleaseChannel.parse(value)), rollback: null })}
              />
              <span className={classes.faint}>{releases.length === 0 ? "" : plural(releases.length, "release")}</span>
            </div>
            <ServesNow project={project} channel={channel} release={current} />
            {current && (
              <SwitchRows
                project={project}
                releases={releases}
                refusal={why}
                onChange={(which) => openPromote(which === "policy" ? "policy" : "choose")}
              />
            )}
            <WaitingRequests project={project} channel={channel} />
            <Section title="History">
              <ReleaseHistory
                project={project}
                releases={releases}
                refusal={why}
                onRollback={(release) => set({ rollback: release.id }, "push")}
                empty={
                  <EmptyState
                    title={`Nothing was promoted to ${channelWords[channel].toLowerCase()} yet`}
                    action={may && <Button onClick={() => openPromote()}>Promote a version</Button>}
                  >
                    A promotion moves {channelWords[channel].toLowerCase()} to a version and a policy whose gates pass. The former
                    ones stay here and can be brought back.
                  </EmptyState>
                }
              />
            </Section>
            {target && (
              <RollbackDialog project={project} current={current} target={target} onClose={() => set({ rollback: null })} />
            )}
          </>
        );
      }}
    </QueryState>
  );
}
