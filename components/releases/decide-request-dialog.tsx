"use client";
import { Button, Group, Modal, Textarea } from "@mantine/core";
import { useState } from "react";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { PromotionRequest } from "@/lib/contracts/release";
import { channelWords } from "./channel-words";

export type RequestAction = "approve" | "refuse" | "withdraw";

const words: Record<RequestAction, { title: string; button: string; done: string }> = {
  approve: { title: "Approve the promotion", button: "Approve and promote", done: "Approved: it serves now" },
  refuse: { title: "Refuse the promotion", button: "Refuse", done: "Refused" },
  withdraw: { title: "Withdraw the promotion", button: "Withdraw", done: "Withdrawn" },
};

interface DecideRequestDialogProps {
  project: string;
  request: PromotionRequest;
  action: RequestAction;
  onClose: () => void;
}

/** The second person's word on a promotion, or its author's second thought. */
export function DecideRequestDialog({ project, request, action, onClose }: DecideRequestDialogProps) {
  const [note, setNote] = useState("");
  const { title, button, done } = words[action];
  const channel = channelWords[request.promotion.channel].toLowerCase();
  const decide = useAction({
    mutation: queries.releases.decideRequest.mutationOptions(),
    done: ({ state }) => (state === "lapsed" ? "It lapsed: the channel moved meanwhile" : done),
    invalidate: [queries.releases.key({ type: "query" }), queries.projects.key(), queries.versions.key()],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <ReturnFocus />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          decide.mutate({ project, request: request.id, action, note: note.trim() });
        }}
      >
        <p>
          {action === "approve" ? (
            <>
              <strong>{request.versionName}</strong> serves in {channel} at once, provided that the channel has not moved since{" "}
              {request.requestedBy} asked
              {request.promotion.override === null
                ? " and its gates still pass."
                : ". Its gates are overridden, and the release is marked with it for good."}
            </>
          ) : (
            <>
              <strong>{request.versionName}</strong> does not go to {channel}. It can be asked for again.
            </>
          )}
        </p>
        <Textarea
          label="Note"
          description="Kept with the decision."
          mt="sm"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={decide.isPending}>
            {button}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
