import "server-only";
import { anybodyThere, findMember } from "@/db/people-repository";
import type { Session } from "@/lib/contracts/access";
import { signInMode } from "../access/sign-in-mode";
import type { ApiContext } from "../context";

/** Who is asking, for pages and scripts; says nothing to nobody but whether the studio waits for its first admin. */
export function currentSession({ studio, principal }: ApiContext): Session {
  const member = principal.person === null ? undefined : findMember(studio.database, principal.person);
  return {
    signIn: signInMode(),
    empty: signInMode() === "on" && !anybodyThere(studio.database),
    person: member ? { id: member.id, name: member.name, email: member.email } : null,
    memberships: [...principal.memberships],
  };
}
