import "server-only";
import { timingSafeEqual } from "node:crypto";

/** Set by lib/cli/boot/start.mjs on every request: its key, the protocol and the address that the socket has. */
export const CLIENT_HEADER = "x-studio-client";

/** Where a request comes from. `address` is "unknown" where the server in front did not say. */
export interface ClientAddress {
  address: string;
  https: boolean;
  /** What the sender calls itself; nothing is decided by it. */
  userAgent: string;
}

/**
 * Reads the header of the server in front. Without that server's key, which nobody outside this process knows, the header
 * was made by the sender, and says nothing.
 */
export function clientOf(headers: Headers, key = process.env.STUDIO_CLIENT_KEY ?? ""): ClientAddress {
  const [given = "", protocol, address = ""] = (headers.get(CLIENT_HEADER) ?? "").split(" ");
  const userAgent = headers.get("user-agent") ?? "";
  if (key === "" || !same(given, key) || address === "") return { address: "unknown", https: false, userAgent };
  return { address: addressKey(address), https: protocol === "https", userAgent };
}

function same(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** One household has a whole /64 of IPv6 addresses, so they count as one; IPv4 in IPv6 notation counts as IPv4. */
function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(":")) return address.slice(0, 60);
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, 4).join(":")}::/64`.slice(0, 60);
}
