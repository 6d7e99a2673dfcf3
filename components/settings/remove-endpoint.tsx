"use client";
import { Button, Group, Modal } from "@mantine/core";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Endpoint } from "@/lib/contracts/endpoint";

export function RemoveEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const remove = useAction({
    mutation: queries.endpoints.remove.mutationOptions(),
    done: `${endpoint.name} is removed`,
    invalidate: [queries.endpoints.key(), queries.storage.key()],
    onDone: onClose,
    quiet: () => true,
  });
  return (
    <Modal opened onClose={onClose} title={`Remove ${endpoint.name}?`} size="md">
      <ReturnFocus />
      <p>
        Its address, model name and prices are hidden until somebody brings it back under Storage, or saves one of its id. No key
        is stored. An endpoint that a run, a campaign or a release uses cannot be removed.
      </p>
      {remove.error && (
        <p role="alert" style={{ marginTop: 8, color: "var(--danger)" }}>
          {remove.error.message}
        </p>
      )}
      <Group mt="md" gap="xs">
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ id: endpoint.id })}>
          Remove
        </Button>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
      </Group>
    </Modal>
  );
}
