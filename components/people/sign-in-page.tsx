"use client";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/components/ui/describe-error";
import { signIn } from "@/lib/client/sign-in";
import classes from "./people.module.css";
import { useSession } from "./use-may";

/** The way in. What it says of a failure is the same for an e-mail that is not known. */
export function SignInPage({ to }: { to: string }) {
  const session = useSession();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const enter = useMutation({
    mutationFn: signIn,
    // The whole page is loaded anew: what was kept for nobody is not what a person sees.
    onSuccess: () => globalThis.location.assign(to),
    onError: () => setPassword(""),
  });
  return (
    <main className={classes.gate}>
      <div className={classes.card}>
        <h1>Sign in</h1>
        <p className={classes.lead}>
          {session?.empty
            ? "Nobody is here yet. The studio printed a link where it was started: it makes the first admin."
            : "Harness Evolution Studio"}
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            enter.mutate({ email, password });
          }}
        >
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {enter.error && (
            <p role="alert" className={classes.alert}>
              {describeError(enter.error).cause}
            </p>
          )}
          <Button type="submit" fullWidth loading={enter.isPending || enter.isSuccess}>
            Sign in
          </Button>
        </form>
        <p className={classes.lead} style={{ marginTop: 16 }}>
          Forgot your password? An admin can give you a link to choose another.
        </p>
      </div>
    </main>
  );
}
