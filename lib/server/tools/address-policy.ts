import { BlockList, isIP } from "node:net";

/**
 * `public`: may be called. `private`: loopback, private, unique-local, link-local or carrier-grade NAT; needs the service's
 * leave. `metadata`: IPv4 link-local and the metadata addresses of clouds; only where the service's URL names that very address.
 * `forbidden`: unspecified, multicast, broadcast, reserved, tunnels that hide another address, and what is no address.
 */
export type AddressClass = "public" | "private" | "metadata" | "forbidden";

/** What the addresses behind one service may be. */
export interface AddressPolicy {
  allowPrivate: boolean;
  /** Host of the service's URL, without brackets. */
  host: string;
}

type Range = readonly [network: string, prefix: number];

const METADATA_V4: Range[] = [
  ["169.254.0.0", 16],
  ["100.100.100.200", 32],
  ["168.63.129.16", 32],
];
const PRIVATE_V4: Range[] = [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
];
const FORBIDDEN_V4: Range[] = [
  ["0.0.0.0", 8],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const METADATA_V6: Range[] = [
  ["fd00:ec2::254", 128],
  ["fd20:ce::254", 128],
  ["fd00:c1::a9fe:a9fe", 128],
];
const PRIVATE_V6: Range[] = [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
];
const FORBIDDEN_V6: Range[] = [
  ["::", 128],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fec0::", 10],
  ["ff00::", 8],
];
/** IPv6 prefixes that carry an IPv4 address in their last 32 bits: mapped, translated (SIIT and NAT64), compatible. */
const CARRIERS = ["::ffff:", "::ffff:0:", "64:ff9b::", "::"];

const lists = [
  ["metadata", listOf(METADATA_V4, METADATA_V6)],
  ["forbidden", listOf(FORBIDDEN_V4, FORBIDDEN_V6)],
  ["private", listOf(PRIVATE_V4, PRIVATE_V6)],
] as const;

export function classOfAddress(address: string): AddressClass {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return "forbidden";
  // Loopback would otherwise fall under the carrier prefix "::", whose 0.0.0.0/8 is forbidden.
  if (address === "::1") return "private";
  const found = lists.find(([, list]) => list.check(address, family === 4 ? "ipv4" : "ipv6"));
  return found ? found[0] : "public";
}

export function mayConnect(address: string, policy: AddressPolicy): boolean {
  const kind = classOfAddress(address);
  if (kind === "public") return true;
  if (kind === "private") return policy.allowPrivate;
  return kind === "metadata" && policy.allowPrivate && policy.host === address;
}

function listOf(v4: readonly Range[], v6: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of v4) {
    list.addSubnet(network, prefix, "ipv4");
    const [a = 0, b = 0, c = 0, d = 0] = network.split(".").map(Number);
    const tail = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    for (const carrier of CARRIERS) list.addSubnet(`${carrier}${tail}`, 96 + prefix, "ipv6");
  }
  for (const [network, prefix] of v6) list.addSubnet(network, prefix, "ipv6");
  return list;
}
