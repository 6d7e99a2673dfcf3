import { logGamma } from "./beta";
import type { RandomStream } from "./random";

/** Variance up to which draws of changing n come from tables. */
const TABLE_VARIANCE = 100;
/** Up to which draws of one n do. */
const ONE_TABLE_VARIANCE = 10_000;
/** Tables kept at a time; a power of two. */
const SLOTS = 512;
/** Steps of a guide for each value of its table; more cost time once and save it at each draw. */
const STEPS = 2;
const STEPS_OF_ONE = 8;
/** Masses below this share of the largest are left out: a uniform number has 32 bits. */
const NEGLIGIBLE = 1e-12;

/** Where tables are written, call after call: thousands of small arrays would be more work than what is in them. */
const shelf = new Float64Array(1 << 17);
const places = new Int32Array(SLOTS);

/**
 * Fills `out` with draws of Binomial(n, p); p from 0 to 1. By inversion from a table where the variance is small, by
 * Hörmann's transformed rejection BTRS (W. Hörmann, "The generation of binomial random variates", Journal of Statistical
 * Computation and Simulation 46, 1993) where it is large. Both are exact to the precision of the uniform numbers.
 */
export function drawBinomials(n: number, p: number, random: RandomStream, out: Int32Array): void {
  if (p <= 0 || p >= 1) out.fill(p <= 0 ? 0 : n);
  else if (n * p * (1 - p) > ONE_TABLE_VARIANCE) {
    for (let index = 0; index < out.length; index += 1) out[index] = reject(n, p, random);
  } else {
    writeTable(0, n, p, STEPS_OF_ONE);
    for (let index = 0; index < out.length; index += 1) out[index] = lookUp(0, random.unit());
  }
}

/** As `drawBinomials`, each draw of its own `trials[i]`. */
export function drawBinomialsOf(trials: Int32Array, p: number, random: RandomStream, out: Int32Array): void {
  if (p <= 0) out.fill(0);
  else if (p >= 1) out.set(trials);
  else {
    places.fill(-1);
    let free = 0;
    const most = TABLE_VARIANCE / (p * (1 - p));
    for (let index = 0; index < trials.length; index += 1) {
      const n = trials[index] as number;
      if (n > most) {
        out[index] = reject(n, p, random);
        continue;
      }
      let place = places[n & (SLOTS - 1)] as number;
      if (place === -1 || shelf[place] !== n) {
        if (free > shelf.length - ROOM) {
          places.fill(-1);
          free = 0;
        }
        place = free;
        free = writeTable(place, n, p, STEPS);
        places[n & (SLOTS - 1)] = place;
      }
      out[index] = lookUp(place, random.unit());
    }
  }
}

/** Numbers before the guide of a table. */
const HEAD = 3;
/** More than a table of changing n takes. */
const ROOM = 1 << 12;

function lookUp(table: number, unit: number): number {
  let place = shelf[table + HEAD + ((unit * (shelf[table + 2] as number)) | 0)] as number;
  while ((shelf[place] as number) <= unit) place += 1;
  return place + (shelf[table + 1] as number);
}

/**
 * Writes at `table`: n, what turns a place into a value, the length of the guide, the guide, and P(X ≤ k) over the values
 * with any weight. The guide holds, for equal steps of the unit interval, the place where the search begins. Answers where
 * the table ends.
 */
function writeTable(table: number, n: number, p: number, steps: number): number {
  const mode = Math.min(n, Math.floor((n + 1) * p));
  const odds = p / (1 - p);
  let first = mode;
  for (let mass = 1; first > 0 && mass >= NEGLIGIBLE; first -= 1) mass *= first / ((n - first + 1) * odds);
  let last = mode;
  for (let mass = 1; last < n && mass >= NEGLIGIBLE; last += 1) mass *= ((n - last) * odds) / (last + 1);
  const length = last - first + 1;
  const guide = length * steps;
  const start = table + HEAD + guide;
  const end = start + length;
  shelf[table] = n;
  shelf[table + 1] = first - start;
  shelf[table + 2] = guide;
  // Masses as shares of the mode's, summed up and then brought to one.
  shelf[start + mode - first] = 1;
  for (let k = mode; k > first; k -= 1) {
    shelf[start + k - 1 - first] = ((shelf[start + k - first] as number) * k) / ((n - k + 1) * odds);
  }
  for (let k = mode; k < last; k += 1) {
    shelf[start + k + 1 - first] = ((shelf[start + k - first] as number) * (n - k) * odds) / (k + 1);
  }
  let total = 0;
  for (let index = start; index < end; index += 1) total += shelf[index] as number;
  let sum = 0;
  let step = 0;
  for (let index = start; index < end; index += 1) {
    sum += shelf[index] as number;
    const cumulative = index === end - 1 ? 1 : sum / total;
    shelf[index] = cumulative;
    for (; step < guide && step / guide < cumulative; step += 1) shelf[table + HEAD + step] = index;
  }
  return end;
}

/** BTRS; n·p·(1 − p) ≥ 10. */
function reject(n: number, p: number, random: RandomStream): number {
  if (p > 0.5) return n - reject(n, 1 - p, random);
  const deviation = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = n * p + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  const odds = p / (1 - p);
  const alpha = (2.83 + 5.1 / b) * deviation;
  const mode = Math.floor((n + 1) * p);
  for (;;) {
    const u = random.unit() - 0.5;
    const v = random.unit();
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + centre);
    if (us >= 0.07 && v <= squeeze) return k;
    if (k < 0 || k > n) continue;
    const bound =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (n - mode + 1))) +
      (n + 1) * Math.log((n - mode + 1) / (n - k + 1)) +
      (k + 0.5) * Math.log((odds * (n - k + 1)) / (k + 1)) +
      stirlingTail(mode) +
      stirlingTail(n - mode) -
      stirlingTail(k) -
      stirlingTail(n - k);
    if (Math.log((v * alpha) / (a / (us * us) + b)) <= bound) return k;
  }
}

/** ln k! less Stirling's (k + ½) ln(k + 1) − (k + 1) + ½ ln 2π. */
function stirlingTail(k: number): number {
  if (k < 10) return logGamma(k + 1) - ((k + 0.5) * Math.log(k + 1) - (k + 1) + 0.5 * Math.log(2 * Math.PI));
  const next = k + 1;
  const square = next * next;
  return (1 / 12 - (1 / 360 - 1 / (1_260 * square)) / square) / next;
}
