"use client";
import { Button, Group, Menu, Modal, PasswordInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import classes from "@/components/shell/shell.module.css";
import { describeError } from "@/components/ui/describe-error";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { changePassword, endOtherSessions, endSession, ownSessions, signOut } from "@/lib/client/sign-in";
import type { Session } from "@/lib/contracts/access";

/** Who is signed in, what they may do, and what they do with their own account. */
export function AccountMenu({ session }: { session: Session }) {
  const [dialog, setDialog] = useState<"password" | "sessions" | null>(null);
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => globalThis.location.assign("/sign-in") });
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <button type="button" className={classes.quiet} title="Your account">
            <span className={classes.name}>{session.person?.name}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{session.person?.email}</Menu.Label>
          {session.memberships.map(({ project, role }) => (
            <Menu.Label key={project}>
              {role} {project === "*" ? "of every project" : `of ${project}`}
            </Menu.Label>
          ))}
          {session.memberships.length === 0 && <Menu.Label>no role yet: ask an admin</Menu.Label>}
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog("password")}>Change password</Menu.Item>
          <Menu.Item onClick={() => setDialog("sessions")}>Where you are signed in</Menu.Item>
          <Menu.Item onClick={() => leave.mutate()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === "password" && <PasswordDialog onClose={() => setDialog(null)} />}
      {dialog === "sessions" && <SessionsDialog onClose={() => setDialog(null)} />}
    </>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useAction({
    mutation: { mutationFn: changePassword },
    done: "Your password is changed, and you are signed out everywhere else",
    invalidate: [ownSessions.queryKey],
    onDone: onClose,
    quiet: () => true,
  });
  return (
    <Modal opened onClose={onClose} title="Change password">
      <ReturnFocus />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ current, next });
        }}
      >
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          data-autofocus
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          mt="xs"
          label="New password"
          description="At least 12 characters."
          autoComplete="new-password"
          required
          minLength={12}
          maxLength={128}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        {change.error && (
          <p role="alert" style={{ marginTop: 8, color: "var(--danger)" }}>
            {describeError(change.error).cause}
          </p>
        )}
        <Group mt="md" gap="xs">
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery(ownSessions);
  const end = useAction({ mutation: { mutationFn: endSession }, invalidate: [ownSessions.queryKey] });
  const endOthers = useAction({ mutation: { mutationFn: endOtherSessions }, invalidate: [ownSessions.queryKey] });
  return (
    <Modal opened onClose={onClose} title="Where you are signed in" size="lg">
      <ReturnFocus />
      <QueryState query={sessions} rows={2}>
        {(rows) => (
          <>
            {rows.map((row) => (
              <Group key={row.id} justify="space-between" wrap="nowrap" py={6}>
                <span>
                  {row.browser || "unknown browser"} · {row.address || "unknown address"} · <RelativeTime at={row.usedAt} />
                </span>
                {row.current ? (
                  <span>this one</span>
                ) : (
                  <Button size="compact-xs" variant="default" onClick={() => end.mutate(row.id)}>
                    End
                  </Button>
                )}
              </Group>
            ))}
            {rows.length > 1 && (
              <Button mt="md" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
                End all others
              </Button>
            )}
          </>
        )}
      </QueryState>
    </Modal>
  );
}
