/** 32-bit FNV-1a of a text with a final mix; the only source of chance in the policy. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value ^= text.charCodeAt(index);
    value = Math.imul(value, 0x01000193);
  }
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** How much of a draw belongs to the situation itself and not to the seed; the rest is sampling noise. */
const SHARED_VARIANCE = 0.8;

/** Standard normal deviate of a text, by the Box–Muller transform. */
function normal(text: string): number {
  const radius = (hash(`${text}\u0001`) + 1) / 4_294_967_297;
  const angle = hash(`${text}\u0002`) / 4_294_967_296;
  return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
}

/** Chance for one request: the same seed and situation give the same draws, whatever else the prompt says. */
export interface Chance {
  /** Logistic deviate of a named decision, to be compared with log-odds. */
  deviate(decision: string): number;
  /** True with the probability whose log-odds are given. */
  holds(decision: string, logOdds: number): boolean;
  /** Integer in [0, limit). */
  below(decision: string, limit: number): number;
}

export function createChance(seed: number, situation: string): Chance {
  const deviate = (decision: string) => {
    const own = normal(`${situation}\u0000${decision}`);
    const sampled = normal(`${seed}\u0000${situation}\u0000${decision}`);
    // A normal deviate times 1.7 is close to a logistic one.
    return 1.7 * (Math.sqrt(SHARED_VARIANCE) * own + Math.sqrt(1 - SHARED_VARIANCE) * sampled);
  };
  return {
    deviate,
    holds: (decision, logOdds) => deviate(decision) < logOdds,
    below: (decision, limit) => hash(`${seed}\u0000${situation}\u0000${decision}`) % Math.max(1, limit),
  };
}
