"use client";
import { useQuery } from "@tanstack/react-query";
import { queries } from "@/lib/client/queries";
import { useActor } from "@/lib/client/use-actor";

/** Under which name this browser writes, and how to give one; with sign-in on the name is the person's and cannot be changed here. */
export function useOwnName(): { name: string; giveName: ((name: string) => void) | null } {
  const [actor, setActor] = useActor();
  const session = useQuery({ ...queries.session.get.queryOptions(), staleTime: 60_000, retry: false });
  const person = session.data?.person ?? null;
  return person ? { name: person.name, giveName: null } : { name: actor, giveName: setActor };
}
