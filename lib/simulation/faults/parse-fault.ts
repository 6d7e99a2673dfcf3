import { z } from "zod";
import { FAULT_KINDS, Fault, type FaultKind } from "./fault";

/** Why a fault was refused; the message is for the person who wrote it. */
export class FaultRefused extends Error {}

export const FAULT_SYNTAX =
  "kind[=value][:probability][@after][xtimes], for example latency=200, latency=uniform:50:300, latency=lognormal:120:0.5, rate-limited=2:0.1 or server-error@1x2";

const TIMED: ReadonlySet<FaultKind> = new Set(["latency", "slow-first-token"]);

/**
 * A fault as it is written on the command line; FAULT_SYNTAX says how.
 * @throws FaultRefused
 */
export function parseFault(text: string): Fault {
  const kind = FAULT_KINDS.find(
    (known) => text === known || (text.startsWith(known) && /^[=:@x]/.test(text.slice(known.length))),
  );
  if (kind === undefined) throw refused(text, `the kinds are ${FAULT_KINDS.join(", ")}`);
  const { value, probability, after, times } = split(kind, text.slice(kind.length)) ?? fail(text);
  return check(text, {
    kind,
    ...(TIMED.has(kind) ? { latency: latencyOf(text, value) } : secondsOf(text, kind, value)),
    ...(probability === undefined ? {} : { probability: Number(probability) }),
    ...(after === undefined ? {} : { after: Number(after) }),
    ...(times === undefined ? {} : { times: Number(times) }),
  });
}

/**
 * The faults that one request asks for: a JSON array of faults, each an object or as on the command line.
 * @throws FaultRefused
 */
export function parseFaultList(json: string): Fault[] {
  const items = z.array(z.unknown()).max(20).safeParse(parsedOrNull(json));
  if (!items.success) throw new FaultRefused("The faults of a request are a JSON array of at most 20.");
  return items.data.map((item) => (typeof item === "string" ? parseFault(item) : check(JSON.stringify(item), item)));
}

interface Parts {
  value?: string | undefined;
  probability?: string | undefined;
  after?: string | undefined;
  times?: string | undefined;
}

/** Takes apart what follows the kind. A latency's own colons come before the one of the probability. */
function split(kind: FaultKind, rest: string): Parts | null {
  const value = TIMED.has(kind)
    ? "=(?<value>uniform:[^:@x]+:[^:@x]+|lognormal:[^:@x]+:[^:@x]+|(?!uniform|lognormal)[^:@x]+)"
    : "(?:=(?<value>[^:@x]+))?";
  const match = new RegExp(`^${value}(?::(?<probability>[\\d.]+))?(?:@(?<after>\\d+))?(?:x(?<times>\\d+))?$`).exec(rest);
  return match?.groups ?? null;
}

function latencyOf(text: string, value = ""): unknown {
  const [first = "", second, third] = value.split(":");
  if (first === "uniform") return { distribution: "uniform", minMs: amount(text, second), maxMs: amount(text, third) };
  if (first === "lognormal") return { distribution: "lognormal", medianMs: amount(text, second), sigma: amount(text, third) };
  return { distribution: "fixed", ms: amount(text, first) };
}

function secondsOf(text: string, kind: FaultKind, value: string | undefined): object {
  if (value === undefined) return {};
  if (kind !== "rate-limited") throw refused(text, `${kind} takes no value`);
  return { retryAfterSeconds: amount(text, value) };
}

function amount(text: string, part = ""): number {
  if (!/^\d+(\.\d+)?$/.test(part)) throw refused(text, `“${part}” is not a number`);
  return Number(part);
}

function check(text: string, value: unknown): Fault {
  const parsed = Fault.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(text, [issue?.path.join("."), issue?.message].filter((part) => part).join(": "));
}

function fail(text: string): never {
  throw refused(text, `write ${FAULT_SYNTAX}`);
}

function refused(text: string, why: string): FaultRefused {
  return new FaultRefused(`The fault “${text.slice(0, 100)}” is not understood: ${why}.`);
}

function parsedOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
