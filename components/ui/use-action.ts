"use client";
import { notifications } from "@mantine/notifications";
import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { conflictOf, describeError } from "./describe-error";

interface ActionOptions<Output, Input> {
  mutation: UseMutationOptions<Output, Error, Input>;
  /** Said when it is done; nothing is said where it is left out or null comes back. */
  done?: string | ((output: Output, input: Input) => string | null);
  /** Queries to load again afterwards. */
  invalidate?: readonly QueryKey[];
  onDone?: (output: Output, input: Input) => void;
  /** True where the caller shows the error itself. */
  quiet?: (error: Error) => boolean;
}

/** A write with its three ends: pending (`isPending`), done (a note), failed (a note with the cause and the next step). */
export function useAction<Output, Input>({ mutation, done, invalidate = [], onDone, quiet }: ActionOptions<Output, Input>) {
  const client = useQueryClient();
  return useMutation<Output, Error, Input>({
    ...(mutation.mutationFn ? { mutationFn: mutation.mutationFn } : {}),
    ...(mutation.mutationKey ? { mutationKey: mutation.mutationKey } : {}),
    onSuccess: async (output, input) => {
      await Promise.all(invalidate.map((queryKey) => client.invalidateQueries({ queryKey })));
      const text = typeof done === "function" ? done(output, input) : done;
      if (text) notifications.show({ message: text, autoClose: 4_000 });
      onDone?.(output, input);
    },
    onError: (error) => {
      // What the page shows is out of date; the next try must see what is there now.
      if (conflictOf(error)) for (const queryKey of invalidate) void client.invalidateQueries({ queryKey });
      if (quiet?.(error)) return;
      const { cause, next } = describeError(error);
      notifications.show({ color: "red", title: cause, message: next, autoClose: 12_000 });
    },
  });
}
