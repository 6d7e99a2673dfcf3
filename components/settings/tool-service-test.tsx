"use client";
import { Button, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Loading } from "@/components/ui/loading";
import { ReturnFocus } from "@/components/ui/return-focus";
import { StatusBadge } from "@/components/ui/status-badge";
import { discoveryOptions } from "@/lib/client/discovery";
import type { Discovery, ToolService } from "@/lib/contracts/tool-service";
import classes from "./settings.module.css";

/** Asks an MCP server for its tools as soon as it opens, and again on request. */
export function ToolServiceTest({ service, onClose }: { service: ToolService; onClose: () => void }) {
  const found = useQuery(discoveryOptions(service.id));
  return (
    <Drawer opened onClose={onClose} title={`Tools of ${service.name}`}>
      <ReturnFocus />
      {found.isFetching ? (
        <Loading rows={6} label="Asking the server" />
      ) : found.data ? (
        <Found discovery={found.data} />
      ) : (
        <ErrorState error={found.error} />
      )}
      {/* Not disabled while it works: a button that is loses the focus. */}
      <Button mt="md" variant="default" aria-busy={found.isFetching} onClick={() => found.isFetching || found.refetch()}>
        Ask again
      </Button>
    </Drawer>
  );
}

function Found({ discovery }: { discovery: Discovery }) {
  const { serverName, serverVersion, revision, tools } = discovery;
  return (
    <div className={classes.steps}>
      <p className={classes.verdict}>
        <StatusBadge status="passed">answers</StatusBadge>
        <span>
          {serverName} {serverVersion}
        </span>
        <span className={classes.faint}>protocol {revision}</span>
        <span className={classes.faint}>{plural(tools.length, "tool")}</span>
      </p>
      {tools.length === 0 ? (
        <EmptyState title="This server offers no tools" />
      ) : (
        <ul className={classes.tools} aria-label="Tools">
          {tools.map(({ tool, schemaHash }) => (
            <li key={tool.name}>
              <span className={classes.key}>
                <code>{tool.name}</code>
                <Hash value={schemaHash} />
              </span>
              <p className={classes.detail}>{tool.description || "No description."}</p>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.faint}>The descriptions are the server's own words. To use the tools, add them to a version.</p>
    </div>
  );
}
