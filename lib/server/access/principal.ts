import "server-only";
import type { Membership, Role, Scope } from "@/lib/contracts/access";

/** Who is asking, and what they may do. */
export interface Principal {
  /** `operator`: whoever sits at this machine, with sign-in off or at the command line, and the studio itself. */
  kind: "operator" | "person" | "token" | "nobody";
  /** Id of the person; null for an operator and for nobody. */
  person: string | null;
  memberships: readonly Membership[];
  /** Of a token; null: not limited. */
  scopes: readonly Scope[] | null;
}

/** May do everything. */
export const OPERATOR: Principal = {
  kind: "operator",
  person: null,
  memberships: [{ project: "*", role: "admin" }],
  scopes: null,
};

const RANK: Record<Role, number> = { viewer: 0, developer: 1, releaser: 2, admin: 3 };

/** The highest role in a project, or null for none. `null`: in anything that belongs to no project. */
export function roleIn({ memberships }: Principal, project: string | null): Role | null {
  const own = memberships.filter((one) => one.project === "*" || one.project === project);
  return own.reduce<Role | null>((best, { role }) => (best === null || RANK[role] > RANK[best] ? role : best), null);
}

export const reaches = (role: Role | null, least: Role): boolean => role !== null && RANK[role] >= RANK[least];
