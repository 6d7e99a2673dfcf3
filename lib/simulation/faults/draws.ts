import { hash } from "../embedded-policy/draws";
import type { Fault, Latency } from "./fault";

/** Chance of one request: equal seed and content give equal draws. */
export interface Draws {
  /** A number from 0 (inclusive) to 1 (exclusive), belonging to the name. */
  unit(name: string): number;
}

export function createDraws(seed: number, content: string): Draws {
  const own = hash(`${seed}\u0000${content}`);
  return { unit: (name) => hash(`${own}\u0000${name}`) / 4_294_967_296 };
}

const LONGEST_MS = 600_000;

/** Milliseconds of a latency. */
export function drawLatency(latency: Latency, draws: Draws, name: string): number {
  switch (latency.distribution) {
    case "fixed":
      return latency.ms;
    case "uniform":
      return latency.minMs + (latency.maxMs - latency.minMs) * draws.unit(name);
    case "lognormal":
      return Math.min(LONGEST_MS, latency.medianMs * Math.exp(latency.sigma * normal(draws, name)));
  }
}

/** Standard normal deviate, by the Box–Muller transform. */
function normal(draws: Draws, name: string): number {
  return Math.sqrt(-2 * Math.log(1 - draws.unit(`${name} radius`))) * Math.cos(2 * Math.PI * draws.unit(`${name} angle`));
}

/** Which faults strike: those whose turn it is (`seen` requests were before this one) and whose draw falls to them. */
export function strikingFaults(faults: readonly Fault[], seen: number, draws: Draws): Fault[] {
  return faults.filter((fault, index) => {
    const turn = seen - fault.after;
    if (turn < 0 || (fault.times !== undefined && turn >= fault.times)) return false;
    return draws.unit(`strikes ${index} ${fault.kind}`) < fault.probability;
  });
}
