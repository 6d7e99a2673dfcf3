"use client";
import { Button, Group, Modal, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { describeError } from "@/components/ui/describe-error";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Membership, Person } from "@/lib/contracts/access";
import classes from "./people.module.css";
import { RolesField } from "./roles-field";

/** Names somebody and what they may do; `onLink` gets the path of the link, which is shown once. */
export function InviteDialog({ onLink, onClose }: { onLink: (path: string) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [memberships, setMemberships] = useState<Membership[]>([{ project: "*", role: "viewer" }]);
  const invite = useAction({
    mutation: queries.people.invite.mutationOptions(),
    invalidate: [queries.people.key()],
    onDone: ({ invitation }) => onLink(invitation.path),
    quiet: () => true,
  });
  return (
    <Modal opened onClose={onClose} title="Invite somebody" size="lg">
      <ReturnFocus />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({ name: name.trim(), email: email.trim(), memberships });
        }}
      >
        <TextInput
          label="Name"
          description="It stands under what they decide, and stays as it is."
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          mt="xs"
          label="E-mail"
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <RolesField value={memberships} onChange={setMemberships} />
        {invite.error && (
          <p role="alert" className={classes.alert}>
            {describeError(invite.error).cause}
          </p>
        )}
        <Group mt="md" gap="xs">
          <Button type="submit" loading={invite.isPending} disabled={memberships.length === 0}>
            Make the link
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Changes what somebody may do, or takes their access away. */
export function ChangeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [memberships, setMemberships] = useState<Membership[]>(person.memberships);
  const [disabled, setDisabled] = useState(person.disabled);
  const change = useAction({
    mutation: queries.people.change.mutationOptions(),
    done: `${person.name} is changed`,
    invalidate: [queries.people.key(), queries.tokens.key(), queries.session.key()],
    onDone: onClose,
    quiet: () => true,
  });
  return (
    <Modal opened onClose={onClose} title={`What ${person.name} may do`} size="lg">
      <ReturnFocus />
      <RolesField value={memberships} onChange={setMemberships} />
      <Switch
        mt="md"
        label="No access"
        description="Signs them out everywhere and ends their tokens. What they did keeps their name."
        checked={disabled}
        onChange={(event) => setDisabled(event.currentTarget.checked)}
      />
      {change.error && (
        <p role="alert" className={classes.alert}>
          {describeError(change.error).cause}
        </p>
      )}
      <Group mt="md" gap="xs">
        <Button loading={change.isPending} onClick={() => change.mutate({ person: person.id, memberships, disabled })}>
          Save
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Modal>
  );
}
