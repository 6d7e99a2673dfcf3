"use client";
import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SettingsLinks } from "@/components/settings/settings-nav";
import { type Column, DataTable } from "@/components/ui/data-table";
import { describeError } from "@/components/ui/describe-error";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { type ApiToken, Scope } from "@/lib/contracts/access";
import classes from "./people.module.css";
import { ShownOnce } from "./shown-once";
import { useSession } from "./use-may";

const scopeWords: Record<Scope, string> = {
  read: "read: look at everything its person may see",
  develop: "develop: versions, case sets, runs, stages",
  release: "release: move channels",
  serve: "serve: pull a release, ask the agent",
  admin: "admin: settings and people",
};

const stateText = ({ revokedAt, expiresAt }: ApiToken) =>
  revokedAt !== null ? "revoked" : expiresAt <= new Date().toISOString() ? "expired" : `until ${expiresAt.slice(0, 10)}`;

/** Tokens of the API: one's own, and for an admin everybody's. */
export function TokensPage() {
  const session = useSession();
  const tokens = useQuery(queries.tokens.list.queryOptions());
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const revoke = useAction({
    mutation: queries.tokens.revoke.mutationOptions(),
    done: ({ name }) => `${name} is revoked`,
    invalidate: [queries.tokens.key()],
  });
  const columns: Column<ApiToken>[] = [
    { id: "name", header: "Name", cell: (row) => <strong>{row.name}</strong>, grow: true },
    { id: "person", header: "Of", cell: (row) => row.personName },
    { id: "prefix", header: "Begins with", cell: (row) => <code>{row.prefix}</code> },
    { id: "scopes", header: "For", cell: (row) => row.scopes.join(", ") },
    { id: "project", header: "Project", cell: (row) => row.project ?? "all of its person's" },
    { id: "state", header: "State", cell: stateText },
    { id: "used", header: "Last used", cell: (row) => (row.lastUsedAt ? <RelativeTime at={row.lastUsedAt} /> : "never") },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) =>
        row.revokedAt === null && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Revoke ${row.name}`}
            onClick={() => revoke.mutate({ token: row.id })}
          >
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Tokens"
        trail={[{ label: "Settings", href: "/settings" }]}
        detail={
          session?.person
            ? "A token does what its person may do, within its scopes. Scripts send it as Authorization: Bearer."
            : "A token belongs to a person who signs in. With sign-in off none is needed."
        }
        actions={
          <>
            <SettingsLinks />
            {session?.person && <Button onClick={() => setMaking(true)}>Make a token</Button>}
          </>
        }
      />
      <QueryState query={tokens} rows={2}>
        {(rows) => (
          <DataTable
            label="Tokens"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            empty={<EmptyState title="No tokens yet">Scripts and agents need one where sign-in is on.</EmptyState>}
          />
        )}
      </QueryState>
      {making && (
        <TokenDialog
          onClose={() => setMaking(false)}
          onSecret={(made) => {
            setMaking(false);
            setSecret(made);
          }}
        />
      )}
      {secret && (
        <ShownOnce title="The token, shown this once" secret={secret} onClose={() => setSecret(null)}>
          Only its SHA-256 is kept here. Keep it where secrets are kept, for example as STUDIO_TOKEN of the script.
        </ShownOnce>
      )}
    </>
  );
}

function TokenDialog({ onSecret, onClose }: { onSecret: (secret: string) => void; onClose: () => void }) {
  const projects = useQuery(queries.projects.list.queryOptions()).data ?? [];
  const [name, setName] = useState("");
  const [project, setProject] = useState("");
  const [scopes, setScopes] = useState<string[]>(["read"]);
  const [days, setDays] = useState(90);
  const create = useAction({
    mutation: queries.tokens.create.mutationOptions(),
    invalidate: [queries.tokens.key()],
    onDone: ({ secret }) => onSecret(secret),
    quiet: () => true,
  });
  return (
    <Modal opened onClose={onClose} title="Make a token" size="lg">
      <ReturnFocus />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = Scope.options.filter((scope) => scopes.includes(scope));
          create.mutate({ name: name.trim(), project: project === "" ? null : project, scopes: wanted, days });
        }}
      >
        <TextInput
          label="Name"
          description="What it is for."
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group mt="xs" label="Scopes" value={scopes} onChange={setScopes}>
          {Scope.options.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeWords[scope]} mt={4} />
          ))}
        </Checkbox.Group>
        <NativeSelect
          mt="xs"
          label="Project"
          data={[{ value: "", label: "all of mine" }, ...projects.map((one) => ({ value: one.id, label: one.name }))]}
          value={project}
          onChange={(event) => setProject(event.currentTarget.value)}
        />
        <NumberInput
          mt="xs"
          label="Days"
          min={1}
          max={365}
          allowDecimal={false}
          value={days}
          onChange={(value) => setDays(Number(value) || 1)}
        />
        {create.error && (
          <p role="alert" className={classes.alert}>
            {describeError(create.error).cause}
          </p>
        )}
        <Group mt="md" gap="xs">
          <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
            Make the token
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
