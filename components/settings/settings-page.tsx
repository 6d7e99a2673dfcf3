"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { Stat, Stats } from "@/components/ui/stat";
import { queries } from "@/lib/client/queries";
import { EndpointList } from "./endpoint-list";
import { SettingsLinks } from "./settings-nav";
import { ToolServiceList } from "./tool-service-list";

export function SettingsPage() {
  const health = useQuery(queries.system.health.queryOptions());
  return (
    <>
      <PageHeader title="Settings" actions={<SettingsLinks />} />
      <EndpointList />
      <ToolServiceList />
      <Section title="This studio" aside={<Link href="/settings/storage">State of the data and backups</Link>}>
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
    </>
  );
}
