"use client";
import { ActionIcon, Button, Group, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { StatusBadge } from "@/components/ui/status-badge";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import { type Endpoint, isStandIn } from "@/lib/contracts/endpoint";
import { EndpointDialog } from "./endpoint-dialog";
import { limitsText } from "./endpoint-form";
import { RemoveEndpoint } from "./remove-endpoint";
import classes from "./settings.module.css";
import { TestDrawer } from "./test-drawer";

type Listed = Endpoint & { keyPresent: boolean };

const price = (value: number | null) => (value === null ? "–" : value.toFixed(2));

/** On a narrow page the actions stay in sight; the dialog has the rest. */
const SPARED = new Set(["price", "limits"]);

function columnsFor(open: (what: "edit" | "test" | "remove", id: string) => void): Column<Listed>[] {
  return [
    {
      id: "name",
      header: "Name",
      cell: (row) => (
        <span className={classes.key}>
          <strong>{row.name}</strong>
          {isStandIn(row) && <Mark kind="stand-in policy" />}
        </span>
      ),
      sortBy: (row) => row.name,
    },
    {
      id: "baseUrl",
      header: "Base URL",
      cell: (row) => (row.kind === "embedded" ? "inside the studio" : <code>{row.baseUrl}</code>),
      grow: true,
    },
    {
      id: "model",
      header: "Model, checkpoint",
      cell: (row) => (
        <>
          <code>{row.model}</code>
          {row.checkpoint && <span className={classes.faint}> · {row.checkpoint}</span>}
        </>
      ),
    },
    {
      id: "key",
      header: "Key",
      hint: "The name of the environment variable that holds the key; the key itself is never stored",
      cell: (row) =>
        row.kind === "embedded" || row.keyVariable === "" ? (
          <span className={classes.faint}>none needed</span>
        ) : (
          <span className={classes.key}>
            <code>{row.keyVariable}</code>
            {row.keyPresent ? (
              <StatusBadge status="passed">is set</StatusBadge>
            ) : (
              <StatusBadge status="failed">is not set</StatusBadge>
            )}
          </span>
        ),
    },
    {
      id: "price",
      header: "$ per M tokens",
      hint: "Price of a million prompt tokens / completion tokens",
      cell: (row) => `${price(row.promptPrice)} / ${price(row.completionPrice)}`,
      align: "right",
    },
    {
      id: "limits",
      header: "At once / a min.",
      hint: "Limits over all runs: cases at once / model calls a minute",
      cell: limitsText,
      align: "right",
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button size="compact-xs" variant="default" onClick={() => open("test", row.id)}>
            Test
          </Button>
          {row.kind !== "embedded" && (
            <>
              <Tooltip label="Change">
                <ActionIcon aria-label={`Change ${row.name}`} onClick={() => open("edit", row.id)}>
                  <Icon name="edit" />
                </ActionIcon>
              </Tooltip>
              <Tooltip label="Remove">
                <ActionIcon aria-label={`Remove ${row.name}`} onClick={() => open("remove", row.id)}>
                  <Icon name="trash" />
                </ActionIcon>
              </Tooltip>
            </>
          )}
        </Group>
      ),
    },
  ];
}

/** Every model the studio can call, the embedded stand-in among them. */
export function EndpointList() {
  const { get, set } = useUrlParams();
  const narrow = useMediaQuery("(max-width: 1200px)") ?? false;
  const query = useQuery(queries.endpoints.list.queryOptions());
  const open = (what: string, id: string) => set({ [what]: id }, "push");
  const find = (id: string | null) => query.data?.find((endpoint) => endpoint.id === id);
  const edited = find(get("edit"));
  const tested = find(get("test"));
  const removed = find(get("remove"));
  return (
    <Section
      title="Endpoints"
      aside={
        <Button leftSection={<Icon name="add" />} onClick={() => open("edit", "new")}>
          Add an endpoint
        </Button>
      }
    >
      <p className={classes.lead}>
        Any server that speaks the OpenAI chat completions protocol with tool calls: vLLM, SGLang, or a hosted API.
      </p>
      <QueryState query={query} rows={3}>
        {(rows) => (
          <DataTable
            label="Endpoints"
            rows={rows}
            columns={columnsFor(open).filter((column) => !narrow || !SPARED.has(column.id))}
            rowKey={(row) => row.id}
          />
        )}
      </QueryState>
      {(get("edit") === "new" || edited) && (
        <EndpointDialog
          key={edited?.id ?? "new"}
          endpoint={edited ?? null}
          taken={(query.data ?? []).map((endpoint) => endpoint.id)}
          onClose={() => set({ edit: null })}
        />
      )}
      {tested && <TestDrawer endpoint={tested} onClose={() => set({ test: null })} />}
      {removed && <RemoveEndpoint endpoint={removed} onClose={() => set({ remove: null })} />}
    </Section>
  );
}
