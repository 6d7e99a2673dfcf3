"use client";
import { ActionIcon, Button, Group, Modal, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { ReturnFocus } from "@/components/ui/return-focus";
import { StatusBadge } from "@/components/ui/status-badge";
import { useAction } from "@/components/ui/use-action";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Webhook } from "@/lib/contracts/webhook";
import { DeliveriesDrawer } from "./deliveries-drawer";
import classes from "./delivery.module.css";
import { eventWords } from "./event-words";
import { WebhookDialog } from "./webhook-dialog";

type Dialog = "webhook" | "deliveries" | "removeWebhook";

function columnsFor(open: (what: Dialog, id: string) => void): Column<Webhook>[] {
  return [
    { id: "id", header: "Webhook", cell: (row) => <strong>{row.id}</strong> },
    { id: "url", header: "Address", grow: true, cell: (row) => <code title={row.url}>{row.url}</code> },
    { id: "events", header: "Events", cell: (row) => row.events.map((event) => eventWords[event]).join(", ") },
    {
      id: "secret",
      header: "Secret",
      hint: "The name of the environment variable that holds the secret; the secret itself is never stored",
      cell: (row) => (
        <span className={classes.key}>
          <code>{row.secretVariable}</code>
          <StatusBadge status={row.secretPresent ? "passed" : "failed"}>
            {row.secretPresent ? "is set" : "is not set"}
          </StatusBadge>
        </span>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: (row) => (row.active ? "on" : <span className={classes.faint}>switched off</span>),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button size="compact-xs" variant="default" onClick={() => open("deliveries", row.id)}>
            Deliveries
          </Button>
          <Tooltip label="Change">
            <ActionIcon aria-label={`Change ${row.id}`} onClick={() => open("webhook", row.id)}>
              <Icon name="edit" />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Remove">
            <ActionIcon aria-label={`Remove ${row.id}`} onClick={() => open("removeWebhook", row.id)}>
              <Icon name="trash" />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
    },
  ];
}

/** Who is told of a project's releases. An admin's. */
export function WebhookList({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const query = useQuery({ ...queries.webhooks.list.queryOptions({ input: { project } }), retry: false });
  const open = (what: Dialog, id: string) => set({ [what]: id }, "push");
  const find = (id: string | null) => query.data?.find((webhook) => webhook.id === id);
  const [edited, listed, removed] = [find(get("webhook")), find(get("deliveries")), find(get("removeWebhook"))];
  const add = (
    <Button leftSection={<Icon name="add" />} onClick={() => open("webhook", "new")}>
      Add a webhook
    </Button>
  );
  return (
    <Section title="Webhooks" aside={query.data && query.data.length > 0 ? add : undefined}>
      <p className={classes.lead}>
        Addresses that are told of promotions, rollbacks and experiments: signed, and tried eight times over about a day.
      </p>
      <QueryState query={query} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="Nobody is told yet" action={add}>
              Clients that pull with a long poll need no webhook.
            </EmptyState>
          ) : (
            <DataTable label="Webhooks" rows={rows} columns={columnsFor(open)} rowKey={(row) => row.id} />
          )
        }
      </QueryState>
      {(get("webhook") === "new" || edited) && (
        <WebhookDialog
          key={edited?.id ?? "new"}
          project={project}
          webhook={edited ?? null}
          onClose={() => set({ webhook: null })}
        />
      )}
      {listed && <DeliveriesDrawer webhook={listed} onClose={() => set({ deliveries: null })} />}
      {removed && <RemoveWebhook webhook={removed} onClose={() => set({ removeWebhook: null })} />}
    </Section>
  );
}

function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useAction({
    mutation: queries.webhooks.remove.mutationOptions(),
    done: `${webhook.id} is removed`,
    invalidate: [queries.webhooks.key()],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={`Remove ${webhook.id}?`} size="md">
      <ReturnFocus />
      <p>What still waits for it is not sent any more. Saving a webhook of this id brings its deliveries back.</p>
      <Group mt="md" gap="xs">
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate({ project: webhook.project, id: webhook.id })}
        >
          Remove
        </Button>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
      </Group>
    </Modal>
  );
}
