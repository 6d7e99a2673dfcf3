import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutEverywhere } from "./cut-bytes";
import { createDraws, drawLatency, strikingFaults } from "./draws";
import type { Fault } from "./fault";
import { FaultRefused, parseFault, parseFaultList } from "./parse-fault";

const plain = { probability: 1, after: 0 };
const draws = (content: string) => createDraws(1, content);
const requests = Array.from({ length: 2_000 }, (_, index) => draws(`request ${index}`));

describe("a fault is written as", () => {
  test.each<[string, object]>([
    ["latency=200", { ...plain, kind: "latency", latency: { distribution: "fixed", ms: 200 } }],
    ["latency=200:0.5", { kind: "latency", after: 0, probability: 0.5, latency: { distribution: "fixed", ms: 200 } }],
    ["latency=uniform:50:300", { ...plain, kind: "latency", latency: { distribution: "uniform", minMs: 50, maxMs: 300 } }],
    [
      "latency=lognormal:120:0.5:0.1",
      { kind: "latency", after: 0, probability: 0.1, latency: { distribution: "lognormal", medianMs: 120, sigma: 0.5 } },
    ],
    ["slow-first-token=40@1", { kind: "slow-first-token", probability: 1, after: 1, latency: { distribution: "fixed", ms: 40 } }],
    ["rate-limited:0.1", { kind: "rate-limited", probability: 0.1, after: 0, retryAfterSeconds: 1 }],
    ["rate-limited=30:0.1@2x3", { kind: "rate-limited", probability: 0.1, after: 2, times: 3, retryAfterSeconds: 30 }],
    ["reasoning-content", { ...plain, kind: "reasoning-content" }],
    ["reasoning@1x1", { kind: "reasoning", probability: 1, after: 1, times: 1 }],
    ["hang:0.25x2", { kind: "hang", probability: 0.25, after: 0, times: 2 }],
  ])("%s", (text, fault) => expect(parseFault(text)).toEqual(fault));

  test.each([
    ["nonsense", "the kinds are latency"],
    ["latency", "write kind"],
    ["latency=soon", "“soon” is not a number"],
    ["latency=uniform:50", "write kind"],
    ["latency=uniform:50:fast", "“fast” is not a number"],
    ["latency=uniform:300:50", "the lower bound is above"],
    ["latency=9999999", "latency.ms"],
    ["cut=3", "cut takes no value"],
    ["cut:2", "probability"],
    ["cut:0.5.5", "probability"],
    ["cutx0", "times"],
    ["rate-limited=-1", "is not a number"],
    ["", "the kinds are"],
  ])("and %j is refused with the reason", (text, why) => {
    expect(() => parseFault(text)).toThrow(FaultRefused);
    expect(() => parseFault(text)).toThrow(why);
  });

  test("a request's list takes both forms and refuses all else", () => {
    expect(parseFaultList('["cut@1", {"kind": "hang", "times": 2}]')).toEqual([
      { kind: "cut", probability: 1, after: 1 },
      { kind: "hang", probability: 1, after: 0, times: 2 },
    ]);
    for (const wrong of [
      "{",
      "{}",
      '["nonsense"]',
      "[1]",
      '[{"kind": "hang", "mood": 1}]',
      `[${Array(21).fill('"cut"').join()}]`,
    ])
      expect(() => parseFaultList(wrong)).toThrow(FaultRefused);
  });
});

describe("a fault strikes", () => {
  const struck = (fault: string, seen: number) => strikingFaults([parseFault(fault)], seen, draws("x")).length === 1;

  test("in its turns alone", () => {
    expect([0, 1, 2, 3, 4].map((seen) => struck("cut@1x2", seen))).toEqual([false, true, true, false, false]);
    expect([0, 1, 9].map((seen) => struck("cut@1", seen))).toEqual([false, true, true]);
  });

  test("as often as its probability says, and one fault apart from another", () => {
    const faults = [parseFault("cut:0.3"), parseFault("hang:0.3")];
    const hits = requests.map((own) => strikingFaults(faults, 0, own).map(({ kind }) => kind));
    const share = (test: (kinds: Fault["kind"][]) => boolean) => hits.filter(test).length / hits.length;
    expect(share((kinds) => kinds.includes("cut"))).toBeCloseTo(0.3, 1);
    expect(share((kinds) => kinds.length === 2)).toBeCloseTo(0.09, 1);
  });

  test("equally for equal seed and content, differently for another seed", () => {
    const hits = (seed: number) =>
      requests.map((_, index) => strikingFaults([parseFault("cut:0.5")], 0, createDraws(seed, `${index}`)).length).join("");
    expect(hits(1)).toBe(hits(1));
    expect(hits(1)).not.toBe(hits(2));
  });
});

test("latencies have the distribution that they name", () => {
  const drawn = (text: string) => {
    const fault = parseFault(text);
    if (fault.kind !== "latency") throw new Error(text);
    return requests.map((own) => drawLatency(fault.latency, own, "l")).sort((a, b) => a - b);
  };
  expect(new Set(drawn("latency=200"))).toEqual(new Set([200]));
  const uniform = drawn("latency=uniform:50:150");
  expect([(uniform[0] ?? 0) >= 50, (uniform.at(-1) ?? 0) <= 150]).toEqual([true, true]);
  expect(Math.abs((uniform[1_000] ?? 0) - 100)).toBeLessThan(5);
  const skewed = drawn("latency=lognormal:120:0.5");
  expect(Math.abs((skewed[1_000] ?? 0) - 120)).toBeLessThan(8);
  // One standard deviation up: 120·e^0.5 ≈ 198.
  expect(Math.abs((skewed[Math.round(0.8413 * 2_000)] ?? 0) - 198)).toBeLessThan(20);
});

test("bytes cut everywhere join to themselves, with a border inside every UTF-8 sequence", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer(), (text, seed) => {
      const bytes = new TextEncoder().encode(text);
      const pieces = cutEverywhere(bytes, createDraws(seed, "x"));
      expect(Buffer.concat(pieces).toString("utf8")).toBe(Buffer.from(bytes).toString("utf8"));
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(24);
        expect([...piece.subarray(1)].some((byte) => (byte & 0xc0) === 0x80)).toBe(false);
      }
    }),
  );
});
