"use client";
import { ActionIcon, Button, Group, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { StatusBadge } from "@/components/ui/status-badge";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { ToolService } from "@/lib/contracts/tool-service";
import classes from "./settings.module.css";
import { ToolServiceDialog } from "./tool-service-dialog";
import { kindNames } from "./tool-service-form";
import { ToolServiceRemove } from "./tool-service-remove";
import { ToolServiceTest } from "./tool-service-test";

type Listed = ToolService & { keyPresent: boolean };
type Dialog = "service" | "tools" | "removeService";

function columnsFor(open: (what: Dialog, id: string) => void): Column<Listed>[] {
  return [
    { id: "name", header: "Name", cell: (row) => <strong>{row.name}</strong>, sortBy: (row) => row.name },
    { id: "kind", header: "Kind", cell: (row) => kindNames[row.kind] },
    {
      id: "address",
      header: "Address or command",
      cell: (row) => (
        <>
          <code>{row.kind === "mcp-stdio" ? [row.command, ...row.args].join(" ") : row.url}</code>
          {row.kind !== "mcp-stdio" && row.allowPrivate && <span className={classes.faint}> · may be private</span>}
        </>
      ),
      grow: true,
    },
    {
      id: "key",
      header: "Key",
      hint: "The name of the environment variable that holds the key; the key itself is never stored",
      cell: (row) =>
        row.keyVariable === "" ? (
          <span className={classes.faint}>none needed</span>
        ) : (
          <span className={classes.key}>
            <code>{row.keyVariable}</code>
            <StatusBadge status={row.keyPresent ? "passed" : "failed"}>{row.keyPresent ? "is set" : "is not set"}</StatusBadge>
          </span>
        ),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {row.kind !== "http" && (
            <Button size="compact-xs" variant="default" onClick={() => open("tools", row.id)}>
              Test
            </Button>
          )}
          <Tooltip label="Change">
            <ActionIcon aria-label={`Change ${row.name}`} onClick={() => open("service", row.id)}>
              <Icon name="edit" />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Remove">
            <ActionIcon aria-label={`Remove ${row.name}`} onClick={() => open("removeService", row.id)}>
              <Icon name="trash" />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
    },
  ];
}

/** Every service that tools may reach. */
export function ToolServiceList() {
  const { get, set } = useUrlParams();
  const query = useQuery(queries.toolServices.list.queryOptions());
  const open = (what: Dialog, id: string) => set({ [what]: id }, "push");
  const find = (id: string | null) => query.data?.find((service) => service.id === id);
  const edited = find(get("service"));
  const tested = find(get("tools"));
  const removed = find(get("removeService"));
  const add = (
    <Button leftSection={<Icon name="add" />} onClick={() => open("service", "new")}>
      Add a tool service
    </Button>
  );
  return (
    <Section title="Tool services" aside={query.data && query.data.length > 0 ? add : undefined}>
      <p className={classes.lead}>MCP servers and HTTP APIs that a harness's tools may reach. A harness can name no other.</p>
      <QueryState query={query} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No tool services yet" action={add}>
              Tools of the versions answer from recorded returns, or are built in.
            </EmptyState>
          ) : (
            <DataTable label="Tool services" rows={rows} columns={columnsFor(open)} rowKey={(row) => row.id} />
          )
        }
      </QueryState>
      {(get("service") === "new" || edited) && (
        <ToolServiceDialog
          key={edited?.id ?? "new"}
          service={edited ?? null}
          taken={(query.data ?? []).map((service) => service.id)}
          onClose={() => set({ service: null })}
          onSaved={({ id, kind }) => set({ service: null, tools: kind === "http" ? null : id })}
        />
      )}
      {tested && tested.kind !== "http" && <ToolServiceTest service={tested} onClose={() => set({ tools: null })} />}
      {removed && <ToolServiceRemove service={removed} onClose={() => set({ removeService: null })} />}
    </Section>
  );
}
