"use client";
import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SettingsLinks } from "@/components/settings/settings-nav";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Person } from "@/lib/contracts/access";
import { ChangeDialog, InviteDialog } from "./person-dialogs";
import { ShownOnce } from "./shown-once";
import { useMay, useSession } from "./use-may";

const rolesText = ({ memberships }: Person) =>
  memberships.map(({ project, role }) => `${role} of ${project === "*" ? "every project" : project}`).join(", ") || "none";
const stateText = ({ disabled, invited }: Person) => (disabled ? "no access" : invited ? "invited" : "may sign in");

/** Everybody who may sign in, and what they may do. */
export function PeoplePage() {
  const session = useSession();
  const { may, why } = useMay("admin", null);
  const people = useQuery({ ...queries.people.list.queryOptions(), enabled: may });
  const [inviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<Person | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const reinvite = useAction({
    mutation: queries.people.reinvite.mutationOptions(),
    onDone: ({ path }) => setLink(`${globalThis.location.origin}${path}`),
  });
  const columns: Column<Person>[] = [
    { id: "name", header: "Name", cell: (row) => <strong>{row.name}</strong> },
    { id: "email", header: "E-mail", cell: (row) => row.email },
    { id: "roles", header: "Roles", cell: rolesText, grow: true },
    { id: "state", header: "State", cell: stateText },
    { id: "seen", header: "Last here", cell: (row) => (row.lastSeenAt ? <RelativeTime at={row.lastSeenAt} /> : "–") },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button size="compact-xs" variant="default" onClick={() => setChanged(row)} aria-label={`Change ${row.name}`}>
            Change
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            disabled={row.disabled}
            onClick={() => reinvite.mutate({ person: row.id })}
            aria-label={`New link for ${row.name}`}
          >
            New link
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="People"
        trail={[{ label: "Settings", href: "/settings" }]}
        detail={
          session?.signIn === "off"
            ? "Sign-in is off: whoever is at this machine may do everything. It is on as soon as the studio listens elsewhere, or with STUDIO_AUTH=on."
            : undefined
        }
        actions={
          <>
            <SettingsLinks />
            {may && <Button onClick={() => setInviting(true)}>Invite somebody</Button>}
          </>
        }
      />
      {may ? (
        <QueryState query={people} rows={3}>
          {(rows) => (
            <DataTable
              label="People"
              rows={rows}
              columns={columns}
              rowKey={(row) => row.id}
              empty={<EmptyState title="Nobody may sign in yet">Invite somebody, and give them the link.</EmptyState>}
            />
          )}
        </QueryState>
      ) : (
        <p>{why}</p>
      )}
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onLink={(path) => {
            setInviting(false);
            setLink(`${globalThis.location.origin}${path}`);
          }}
        />
      )}
      {changed && <ChangeDialog key={changed.id} person={changed} onClose={() => setChanged(null)} />}
      {link && (
        <ShownOnce title="The link, shown this once" secret={link} onClose={() => setLink(null)}>
          Give it to the one it is for. Whoever has it chooses the password: once, and within seven days.
        </ShownOnce>
      )}
    </>
  );
}
