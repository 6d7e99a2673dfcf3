"use client";
import { Button, Checkbox, Group, Modal, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { type Webhook, WebhookEvent, WebhookInput } from "@/lib/contracts/webhook";
import classes from "./delivery.module.css";
import { eventWords } from "./event-words";

interface WebhookDialogProps {
  project: string;
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

export function WebhookDialog({ project, webhook, onClose }: WebhookDialogProps) {
  const [fields, setFields] = useState<WebhookInput>(
    webhook ?? { id: "", url: "", secretVariable: "", events: ["release-promoted", "release-rolled-back"], active: true },
  );
  const [shown, setShown] = useState(false);
  const parsed = WebhookInput.safeParse(fields);
  const problem = (name: keyof WebhookInput) =>
    shown ? parsed.error?.issues.find(({ path }) => path[0] === name)?.message : undefined;
  const save = useAction({
    mutation: queries.webhooks.save.mutationOptions(),
    done: (saved) => `${saved.id} is saved`,
    invalidate: [queries.webhooks.key()],
    onDone: onClose,
    quiet: () => true,
  });
  const change = (more: Partial<WebhookInput>) => setFields((current) => ({ ...current, ...more }));
  return (
    <Modal opened onClose={onClose} title={webhook ? `Change ${webhook.id}` : "Add a webhook"}>
      <ReturnFocus />
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          setShown(true);
          if (parsed.success) save.mutate({ project, ...parsed.data });
        }}
      >
        <TextInput
          label="Id"
          required
          data-autofocus
          disabled={webhook !== null}
          placeholder="ops"
          value={fields.id}
          error={problem("id")}
          onChange={(event) => change({ id: event.currentTarget.value })}
        />
        <TextInput
          label="Address"
          description="Gets a POST for each event. No redirect is followed."
          required
          placeholder="https://hooks.example.com/releases"
          value={fields.url}
          error={problem("url")}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <TextInput
          label="Environment variable of the secret"
          description="Its name only. Deliveries are signed with what the studio's environment holds under it (whsec_… or any text)."
          required
          placeholder="RELEASE_WEBHOOK_SECRET"
          value={fields.secretVariable}
          error={problem("secretVariable")}
          onChange={(event) => change({ secretVariable: event.currentTarget.value })}
        />
        <Checkbox.Group
          label="Events"
          required
          value={fields.events}
          error={problem("events")}
          onChange={(events) => change({ events: events.map((event) => WebhookEvent.parse(event)) })}
        >
          <Group gap="xs" mt={4}>
            {WebhookEvent.options
              .filter((event) => event !== "test")
              .map((event) => (
                <Checkbox key={event} value={event} label={eventWords[event]} />
              ))}
          </Group>
        </Checkbox.Group>
        <Switch
          label="Send to it"
          checked={fields.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
        {save.error && (
          <p role="alert" className={classes.warn}>
            {save.error.message}
          </p>
        )}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
