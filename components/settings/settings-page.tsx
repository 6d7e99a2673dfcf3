"use client";
import { useQuery } from "@tanstack/react-query";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { Stat, Stats } from "@/components/ui/stat";
import { queries } from "@/lib/client/queries";
import { AuditLog } from "./audit-log";
import { EndpointList } from "./endpoint-list";
import { ToolServiceList } from "./tool-service-list";

export function SettingsPage() {
  const health = useQuery(queries.system.health.queryOptions());
  return (
    <>
      <PageHeader title="Settings" />
      <EndpointList />
      <ToolServiceList />
      <Section title="Storage">
        <QueryState query={health} rows={2}>
          {({ dataFolder, version, schema }) => (
            <Stats>
              <Stat label="Data folder" value={<code>{dataFolder}</code>} detail="Set by STUDIO_DATA when the studio starts." />
              <Stat label="Studio" value={version} />
              <Stat label="Database schema" value={schema} />
              <Stat
                label="API"
                value={
                  <a href="/api" target="_blank" rel="noreferrer">
                    /api
                  </a>
                }
                detail={<a href="/api/spec.json">OpenAPI document</a>}
              />
            </Stats>
          )}
        </QueryState>
      </Section>
      <AuditLog />
    </>
  );
}
