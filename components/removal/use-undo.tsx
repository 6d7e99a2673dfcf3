"use client";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMay } from "@/components/people/use-may";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { RemovableKind } from "@/lib/contracts/storage";

const SHOWN_MS = 12_000;

/** Brings back what was deleted; `offer` says that it is gone, with the way back where the reader may take it. */
export function useUndo() {
  const { may } = useMay("admin", null);
  const restore = useAction({
    mutation: queries.storage.restore.mutationOptions(),
    done: "It is there again",
    invalidate: [queries.key()],
  });
  const offer = (kind: RemovableKind, id: string, name: string) => {
    const note = `removed-${kind}-${id}`;
    const undo = may ? (
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          notifications.hide(note);
          restore.mutate({ kind, id });
        }}
      >
        Undo
      </Button>
    ) : (
      "An admin can bring it back."
    );
    notifications.show({
      id: note,
      message: (
        <span style={{ display: "flex", gap: 8, alignItems: "center" }}>
          {name} is deleted. {undo}
        </span>
      ),
      autoClose: SHOWN_MS,
    });
  };
  return { restore, offer };
}
