import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, randomUnit, shuffled } from "@/lib/stats/random";
import { earlyRule, earlyScore } from "./early-decision";

const bit = fc.constantFrom(0, 1, null);
const cases = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const netOf = (base: readonly (number | null)[], head: readonly (number | null)[]) =>
  base.reduce<number>((net, before, index) => {
    const after = head[index] ?? null;
    return before === null || after === null ? net : net + after - before;
  }, 0);

describe("fail-first curtailment", () => {
  const curtail = (needed: number, touched: string[] = [], metric: "accuracy" | "avg" = "accuracy") => ({
    mode: "curtail" as const,
    base: "run_b",
    needed,
    touched,
    metric,
  });

  it("runs the base's fails first, then the touched passes, then the others, then what the base could not score", () => {
    const base = [1, 0, 1, null, 0, 1];
    const rule = earlyRule(curtail(1, ["c5"]), cases(6), (id) => base[Number(id.slice(1))] ?? null, 1);
    expect(rule.order).toEqual(["c1", "c4", "c5", "c0", "c2", "c3"]);
  });

  it("decides as the whole run does, whatever comes and in whatever order it ends", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(bit, bit), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer(),
        (pairs, needed, seed) => {
          const base = pairs.map(([before]) => before);
          const head = pairs.map(([, after]) => after);
          const ids = cases(pairs.length);
          const rule = earlyRule(curtail(needed), ids, (id) => base[Number(id.slice(1))] ?? null, 1);
          // Cases end out of order: up to eight are under way at once.
          const arrivals = rule.order.map((id, index) => ({ id, at: index + 8 * randomUnit(createRandom(seed + index)) }));
          let ran = 0;
          for (const { id } of arrivals.toSorted((a, b) => a.at - b.at)) {
            if (rule.decided() !== null) break;
            rule.observe(id, head[Number(id.slice(1))] ?? null);
            ran += 1;
          }
          const whole = netOf(base, head) >= needed ? "reached" : "not-enough";
          expect(rule.decided()).toBe(whole);
          expect(rule.outcome(ids.length - ran)).toMatchObject({ decision: whole, saved: ids.length - ran });
        },
      ),
      { numRuns: 500 },
    );
  });

  it("by AVG decides as the whole run does, where a case between nothing and the full mark may rise or fall", () => {
    const share = fc.constantFrom(0, 0.25, 0.5, 0.75, 1, null);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        (pairs, needed) => {
          const ids = cases(pairs.length);
          const rule = earlyRule(curtail(needed, [], "avg"), ids, (id) => pairs[Number(id.slice(1))]?.[0] ?? null, 1);
          for (const id of rule.order) {
            if (rule.decided() !== null) break;
            rule.observe(id, pairs[Number(id.slice(1))]?.[1] ?? null);
          }
          const scored = pairs.flatMap(([before, after]) => (before === null || after === null ? [] : [after - before]));
          const net = scored.filter((change) => change > 0).length - scored.filter((change) => change < 0).length;
          expect(rule.decided()).toBe(net >= needed ? "reached" : "not-enough");
        },
      ),
      { numRuns: 300 },
    );
  });

  it("goes by Accuracy alone or by AVG, which is the one score of a case that measures one only", () => {
    const scores = { accuracy: 1, effectiveness: 0.5 };
    expect(earlyScore(curtail(1), scores)).toBe(1);
    expect(earlyScore(curtail(1, [], "avg"), scores)).toBe(0.75);
    expect(earlyScore(curtail(1, [], "avg"), { accuracy: null, effectiveness: 0.5 })).toBe(0.5);
    expect(earlyScore(curtail(1, [], "avg"), { accuracy: null, effectiveness: null })).toBeNull();
  });

  it("of a version that mends nothing ends after the fails of the base", () => {
    const base = [...Array<number>(10).fill(0), ...Array<number>(90).fill(1)];
    const rule = earlyRule(curtail(1), cases(100), (id) => base[Number(id.slice(1))] ?? null, 1);
    let ran = 0;
    for (const id of rule.order) {
      if (rule.decided() !== null) break;
      rule.observe(id, base[Number(id.slice(1))] ?? null);
      ran += 1;
    }
    expect(ran).toBe(10);
    expect(rule.outcome(90)).toMatchObject({ decision: "not-enough", wins: 0, losses: 0, used: 10, saved: 90 });
  });

  it("told of one case twice counts it once", () => {
    const rule = earlyRule(curtail(2), cases(2), () => 0, 1);
    rule.observe("c0", 1);
    rule.observe("c0", 1);
    expect(rule.decided()).toBeNull();
  });
});

describe("the anytime-valid stop", () => {
  const anytime = { mode: "anytime" as const, base: "run_b", alpha: 0.05 };

  /** Runs through both versions' results; the number of cases used, and the decision. */
  function play(base: readonly number[], head: readonly number[], seed: number) {
    const rule = earlyRule(anytime, cases(base.length), (id) => base[Number(id.slice(1))] ?? null, seed);
    let ran = 0;
    for (const id of rule.order) {
      if (rule.decided() !== null) break;
      rule.observe(id, head[Number(id.slice(1))] ?? null);
      ran += 1;
    }
    return { ran, decision: rule.decided() };
  }

  it("halts at the first moment at which E reaches 1/α: after eight losses and no win", () => {
    const { ran, decision } = play(Array<number>(30).fill(1), Array<number>(30).fill(0), 1);
    // E(7, 0) is 31.9 and E(6, 0) is 18.1 (METHODS.md has E(8, 0) = 56.8); 1/α is 20.
    expect({ ran, decision }).toEqual({ ran: 7, decision: "worse" });
  });

  it("does not depend on which cases end first", () => {
    const random = createRandom(3);
    const base = Array.from({ length: 200 }, () => (randomUnit(random) < 0.8 ? 1 : 0));
    const head = base.map((value) => (randomUnit(random) < 0.15 ? 0 : value));
    const rule = () => earlyRule(anytime, cases(200), (id) => base[Number(id.slice(1))] ?? null, 5);
    const inOrder = rule();
    for (const id of inOrder.order) inOrder.observe(id, head[Number(id.slice(1))] ?? null);
    const mixed = rule();
    for (const id of shuffled(mixed.order, createRandom(9))) mixed.observe(id, head[Number(id.slice(1))] ?? null);
    expect(mixed.outcome(0)).toEqual(inOrder.outcome(0));
    expect(inOrder.outcome(0).decision).toBe("worse");
  });

  it("halts a version that is no worse in at most α of runs (1,000 simulated, n = 482, 10 % discordance)", () => {
    const random = createRandom(11);
    let halted = 0;
    for (let run = 0; run < 1_000; run += 1) {
      const base: number[] = [];
      const head: number[] = [];
      for (let index = 0; index < 482; index += 1) {
        const unit = randomUnit(random);
        base.push(unit < 0.05 ? 1 : unit < 0.1 ? 0 : 1);
        head.push(unit < 0.05 ? 0 : 1);
      }
      if (play(base, head, run).decision === "worse") halted += 1;
    }
    expect(halted / 1_000).toBeLessThan(0.05);
  });

  it("catches a version that is 9 points worse nearly always, on a good third of the cases", () => {
    const random = createRandom(12);
    let halted = 0;
    let used = 0;
    for (let run = 0; run < 200; run += 1) {
      const base: number[] = [];
      const head: number[] = [];
      for (let index = 0; index < 482; index += 1) {
        const unit = randomUnit(random);
        base.push(unit < 0.095 ? 1 : unit < 0.1 ? 0 : 1);
        head.push(unit < 0.095 ? 0 : 1);
      }
      const { ran, decision } = play(base, head, run);
      if (decision === "worse") halted += 1;
      used += ran / 482;
    }
    expect(halted / 200).toBeGreaterThan(0.98);
    expect(used / 200).toBeLessThan(0.4);
  });
});
