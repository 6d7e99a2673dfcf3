"use client";
import { useQuery } from "@tanstack/react-query";
import { queries } from "@/lib/client/queries";
import type { Membership, Role } from "@/lib/contracts/access";

const RANK: Record<Role, number> = { viewer: 0, developer: 1, releaser: 2, admin: 3 };

/** The highest role in a project, or on the whole studio where none is named; null for none. */
export function roleIn(memberships: readonly Membership[], project: string | null): Role | null {
  return memberships
    .filter((one) => one.project === "*" || one.project === project)
    .reduce<Role | null>((best, { role }) => (best === null || RANK[role] > RANK[best] ? role : best), null);
}

/** Who is asking; with sign-in off, whoever is at this machine. */
export const useSession = () => useQuery({ ...queries.session.get.queryOptions(), staleTime: 60_000 }).data;

/**
 * Whether the reader may do what takes the role, and why not in words for a disabled button. The server decides; this
 * spares a click. `project` null: what belongs to the studio as a whole.
 */
export function useMay(role: Role, project: string | null): { may: boolean; why: string | null } {
  const session = useSession();
  if (!session || session.signIn === "off") return { may: true, why: null };
  const own = roleIn(session.memberships, project);
  if (own !== null && RANK[own] >= RANK[role]) return { may: true, why: null };
  const where = project === null ? "of the whole studio" : `in ${project}`;
  return { may: false, why: `This takes the role ${role} ${where}; you ${own ? `are ${own}` : "have none"}.` };
}
