import "server-only";
import { ACTOR_HEADER } from "@/lib/contracts/api";
import { badRequest } from "./app-error";

const LONGEST = 100;
/** The actor of a request that names none. */
export const UNNAMED = "local";

/** The name in which a request writes: percent-encoded UTF-8 in the actor header, 1 to 100 characters; "local" without one. */
export function actorOf(headers: Headers): string {
  const raw = headers.get(ACTOR_HEADER);
  if (raw === null || raw.trim() === "") return UNNAMED;
  let name: string;
  try {
    name = decodeURIComponent(raw).trim();
  } catch {
    throw badRequest(`${ACTOR_HEADER}: must be percent-encoded UTF-8`);
  }
  const printable = [...name].every((character) => character >= " " && character !== "\u007f");
  if (name.length === 0 || name.length > LONGEST || !printable) {
    throw badRequest(`${ACTOR_HEADER}: must be a name of 1 to ${LONGEST} printable characters`);
  }
  return name;
}
