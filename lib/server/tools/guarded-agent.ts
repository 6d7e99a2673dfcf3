import "server-only";
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import { type AddressPolicy, mayConnect } from "./address-policy";

/** Finds every address of a host. */
export type Resolver = (host: string) => Promise<LookupAddress[]>;

/** A connection that the address policy forbids. Its message names the host, not what it resolved to. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is at an address that the tool service does not allow`);
    this.name = "AddressRefused";
  }
}

export const systemResolver: Resolver = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/**
 * Connections that a policy allows and no others. The addresses that are checked are the ones that are connected to, so that
 * a name which resolves otherwise the next time gains nothing.
 */
export function createGuardedAgent(policy: AddressPolicy, resolve: Resolver = systemResolver): Agent {
  const lookup = (
    host: string,
    { all, family }: LookupOptions,
    done: (error: NodeJS.ErrnoException | null, found: string | LookupAddress[], family?: number) => void,
  ) => {
    resolve(host).then(
      (addresses) => {
        if (addresses.length === 0) return done(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), []);
        if (!addresses.every(({ address }) => mayConnect(address, policy))) return done(new AddressRefused(host), []);
        const wanted = addresses.filter((one) => (family !== 4 && family !== 6 ? true : one.family === family));
        const [first] = wanted;
        if (all || first === undefined) return done(null, wanted);
        return done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
  const connect = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS });
  return new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, "");
      // A literal address is connected to without a look-up.
      if (isIP(host) !== 0 && !mayConnect(host, policy)) return callback(new AddressRefused(host), null);
      return connect(options, callback);
    },
    connections: CONNECTIONS_PER_ORIGIN,
    maxHeaderSize: 16_384,
  });
}

const CONNECT_TIMEOUT_MS = 10_000;
const CONNECTIONS_PER_ORIGIN = 64;
