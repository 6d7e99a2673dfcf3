"use client";
import { Button, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/ui/empty-state";
import { formatDuration } from "@/components/ui/format";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { ReturnFocus } from "@/components/ui/return-focus";
import { StatusBadge } from "@/components/ui/status-badge";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Webhook, WebhookDelivery } from "@/lib/contracts/webhook";
import classes from "./delivery.module.css";
import { eventWords } from "./event-words";

const REFRESH_MS = 2_000;

/** The last deliveries of a webhook with every attempt, and sending one again. */
export function DeliveriesDrawer({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const key = { project: webhook.project, id: webhook.id };
  const query = useQuery({
    ...queries.webhooks.deliveries.queryOptions({ input: key }),
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === "waiting") ? REFRESH_MS : false),
  });
  const invalidate = [queries.webhooks.deliveries.key()];
  const test = useAction({ mutation: queries.webhooks.test.mutationOptions(), done: "A test is on its way", invalidate });
  const again = useAction({ mutation: queries.webhooks.redeliver.mutationOptions(), done: "It is sent again", invalidate });
  const send = (
    <Button variant="default" loading={test.isPending} onClick={() => test.mutate(key)}>
      Send a test
    </Button>
  );
  return (
    <Drawer opened onClose={onClose} title={`Deliveries to ${webhook.id}`} size="lg">
      <ReturnFocus />
      <QueryState query={query} rows={6}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <EmptyState title="Nothing was sent yet" action={send}>
              Each event that it asked for is listed here with its attempts.
            </EmptyState>
          ) : (
            <>
              {send}
              {deliveries.map((delivery) => (
                <Delivery
                  key={delivery.id}
                  delivery={delivery}
                  pending={again.isPending}
                  onAgain={() => again.mutate({ ...key, delivery: delivery.id })}
                />
              ))}
            </>
          )
        }
      </QueryState>
    </Drawer>
  );
}

const tones = { waiting: "active", delivered: "good", failed: "bad" } as const;
const icons = { waiting: "play", delivered: "check", failed: "error" } as const;

interface DeliveryProps {
  delivery: WebhookDelivery;
  pending: boolean;
  onAgain: () => void;
}

function Delivery({ delivery, pending, onAgain }: DeliveryProps) {
  const { event, state, attempts, nextAt, createdAt } = delivery;
  return (
    <article className={classes.delivery} aria-label={`${eventWords[event]}, ${state}`}>
      <div className={classes.head}>
        <span className={classes.key}>
          <StatusBadge status={state} tone={tones[state]} icon={icons[state]} />
          <strong>{eventWords[event]}</strong>
          <RelativeTime at={createdAt} />
        </span>
        <Button size="compact-xs" variant="default" disabled={pending} onClick={onAgain}>
          Send again
        </Button>
      </div>
      <ol className={classes.attempts}>
        {attempts.map(({ at, status, problem, durationMs }) => (
          <li key={at}>
            <RelativeTime at={at} />: {status ?? "no answer"}
            {problem !== "" && ` · ${problem}`} · {formatDuration(durationMs)}
          </li>
        ))}
      </ol>
      {state === "waiting" && nextAt && (
        <p className={classes.faint}>
          Next attempt <RelativeTime at={nextAt} />
        </p>
      )}
    </article>
  );
}
