"use client";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { describeError } from "@/components/ui/describe-error";
import { acceptInvitation } from "@/lib/client/sign-in";
import classes from "./people.module.css";
import { useSession } from "./use-may";

const never = () => () => undefined;
const secretOfLink = () => globalThis.location.hash.slice(1);

/** Chooses a password with a link; the first admin says who they are as well. The secret stays behind the # of the address. */
export function InvitationPage() {
  const session = useSession();
  const token = useSyncExternalStore(never, secretOfLink, () => "");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const first = session?.empty ?? false;
  const choose = useMutation({
    mutationFn: () => acceptInvitation({ token, password, ...(first && { name: name.trim(), email: email.trim() }) }),
    onSuccess: () => globalThis.location.replace("/"),
  });
  const differ = again !== "" && again !== password;
  return (
    <main className={classes.gate}>
      <div className={classes.card}>
        <h1>{first ? "The first admin" : "Choose a password"}</h1>
        <p className={classes.lead}>
          {first
            ? "You invite the others. Your name stands under what you decide."
            : "With it and your e-mail you sign in from now on."}
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!differ) choose.mutate();
          }}
        >
          {first && (
            <>
              <TextInput
                label="Name"
                autoComplete="name"
                required
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <TextInput
                label="E-mail"
                type="email"
                autoComplete="username"
                required
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
            </>
          )}
          <PasswordInput
            label="Password"
            description="At least 12 characters."
            autoComplete="new-password"
            required
            minLength={12}
            maxLength={128}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <PasswordInput
            label="The same again"
            autoComplete="new-password"
            required
            value={again}
            error={differ ? "is not the same" : undefined}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
          {choose.error && (
            <p role="alert" className={classes.alert}>
              {describeError(choose.error).cause}
            </p>
          )}
          <Button type="submit" fullWidth loading={choose.isPending || choose.isSuccess} disabled={differ}>
            Choose password
          </Button>
        </form>
      </div>
    </main>
  );
}
