import "server-only";
import { createRandom } from "@/lib/stats/random";

/**
 * Seed of the decoding, 0 to 2^31 − 1, from the run's seed and the repeat alone: what the model is sent does not tell it
 * which case it is in.
 */
export function decodingSeed(runSeed: number, repeat: number): number {
  return createRandom(Math.imul(runSeed, 0x9e3779b1) ^ Math.imul(repeat + 1, 0x85ebca6b))() >>> 1;
}
