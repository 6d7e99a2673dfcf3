import "server-only";
import { randomBytes } from "node:crypto";

let last = { at: 0, count: 0 };

/**
 * A new id: prefix, milliseconds (base 36, 9 characters), a counter within the millisecond and 40 random bits.
 * Ids of one process sort by time of making.
 */
export function newId(
  prefix:
    | "run"
    | "cmp"
    | "stg"
    | "ent"
    | "aut"
    | "clu"
    | "rel"
    | "req"
    | "ds"
    | "trj"
    | "trl"
    | "exp"
    | "out"
    | "msg"
    | "per"
    | "tok"
    | "cal"
    | "studio",
): string {
  const at = Math.max(Date.now(), last.at);
  last = { at, count: at === last.at ? last.count + 1 : 0 };
  const time = at.toString(36).padStart(9, "0");
  const counter = last.count.toString(36).padStart(2, "0");
  return `${prefix}_${time}${counter}${randomBytes(5).toString("hex")}`;
}

/** Now, ISO 8601 in UTC with milliseconds. */
export const timestamp = (): string => new Date().toISOString();
