"use client";
import { Button, Group, Modal } from "@mantine/core";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { ToolService } from "@/lib/contracts/tool-service";

export function ToolServiceRemove({ service, onClose }: { service: ToolService; onClose: () => void }) {
  const remove = useAction({
    mutation: queries.toolServices.remove.mutationOptions(),
    done: `${service.name} is removed`,
    invalidate: [queries.audit.key(), queries.toolServices.key()],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={`Remove ${service.name}?`} size="md">
      <ReturnFocus />
      <p>
        Tools that reach it, in every version and in production, are refused from now on. Their files stay as they are, and work
        again once there is a service with the id <code>{service.id}</code>.
      </p>
      <Group mt="md" gap="xs">
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate({ id: service.id })}>
          Remove
        </Button>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
      </Group>
    </Modal>
  );
}
