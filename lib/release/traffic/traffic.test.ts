import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Experiment } from "@/lib/contracts/traffic";
import { hashText } from "@/lib/harness/hash";
import { armOf, bucketOf } from "./bucket";
import { outcomeFigures, preliminaryReasons, sampleRatioOf } from "./outcome-figures";
import { OutcomeTally } from "./outcome-tally";
import { type OutcomeRow, readOutcomes } from "./read-outcomes";

const armsOf = (share: number): Experiment["arms"] => [
  { name: "control", channel: "production", share: 1 - share },
  { name: "treatment", channel: "canary", share },
];
const experiment = (share: number) => ({ salt: "spring-sale", arms: armsOf(share), state: "ended" as const, plannedUsers: null });

describe("the bucket of a user", () => {
  it("is the first 52 bits of SHA-256 of salt, colon and user, as a fraction of 1", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), fc.string({ unit: "grapheme", minLength: 1 }), (salt, user) => {
        const bits = BigInt(`0x${hashText(`${salt}:${user}`).slice(0, 16)}`) >> 12n;
        expect(bucketOf(salt, user)).toBe(Number(bits) / 2 ** 52);
      }),
      { numRuns: 100 },
    );
  });

  it("decides the arm for good: a larger treatment takes users from control and moves nobody else", () => {
    const shares = fc.tuple(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.double({ min: 0.01, max: 0.99, noNaN: true }));
    fc.assert(
      fc.property(shares, fc.uuid(), ([one, other], user) => {
        const [smaller, larger] = [Math.min(one, other), Math.max(one, other)];
        const bucket = bucketOf("spring-sale", user);
        expect(armOf({ arms: armsOf(one) }, bucketOf("spring-sale", user))).toBe(armOf({ arms: armsOf(one) }, bucket));
        if (armOf({ arms: armsOf(smaller) }, bucket) === "treatment")
          expect(armOf({ arms: armsOf(larger) }, bucket)).toBe("treatment");
      }),
    );
  });

  it("gives each arm its share, and another salt another division", () => {
    const users = Array.from({ length: 10_000 }, (_, index) => `user-${index}`);
    const treated = (salt: string) => users.filter((user) => armOf({ arms: armsOf(0.1) }, bucketOf(salt, user)) === "treatment");
    const [first, second] = [treated("salt-one"), new Set(treated("salt-two"))];
    expect(sampleRatioOf(first.length, users.length, 0.1).p).toBeGreaterThan(0.001);
    const both = first.filter((user) => second.has(user)).length;
    expect(sampleRatioOf(both, first.length, 0.1).p).toBeGreaterThan(0.001);
  });
});

describe("the sample ratio", () => {
  it("of the report's seven-day snapshot fits shares of 90 % and 10 %", () => {
    // z = (75 754 − 75 435.2) / √(754 352 · 0.09) = 1.2235
    const found = sampleRatioOf(75_754, 678_598 + 75_754, 0.1);
    expect(found.found).toBeCloseTo(0.1004, 4);
    expect(found.p).toBeCloseTo(0.2211, 3);
    expect(found.mismatch).toBe(false);
  });

  it("that no chance explains is a mismatch", () => {
    expect(sampleRatioOf(74_500, 754_352, 0.1).mismatch).toBe(true);
    expect(sampleRatioOf(0, 100, 0.1)).toMatchObject({ mismatch: true, p: expect.closeTo(0.0000266 + 0.0000205, 4) });
    expect(sampleRatioOf(0, 60, 0.1).mismatch).toBe(false);
  });
});

describe("outcomes", () => {
  const tallyOf = (share: number, rows: { user: string; orders: number; value: number }[]) => {
    const tally = new OutcomeTally(experiment(share));
    for (const row of rows) tally.add({ line: 1, problem: null, ...row });
    return tally;
  };
  const split = (count: number) =>
    Array.from({ length: count }, (_, index) => `user-${index}`).map((user) => ({
      user,
      treated: armOf(experiment(0.5), bucketOf("spring-sale", user)) === "treatment",
    }));

  it("are means per bucketed user, those without orders among them", () => {
    const rows = split(40).map(({ user, treated }, index) => ({ user, orders: index % 2, value: treated ? 22 : 20 }));
    const { arms, changes } = outcomeFigures(experiment(0.5), tallyOf(0.5, rows));
    const [control, treatment] = arms;
    expect(control.users + treatment.users).toBe(40);
    expect(control.orders.sum + treatment.orders.sum).toBe(20);
    expect(control.value).toMatchObject({ mean: 20, low: 20, high: 20, sum: control.users * 20 });
    expect(changes[1]).toMatchObject({ metric: "value", relative: expect.closeTo(0.1, 12), low: expect.closeTo(0.1, 12) });
    expect(changes[0]?.low).toBeLessThan(changes[0]?.relative ?? 0);
  });

  it("say nothing where control has nothing, or an arm has no users", () => {
    const rows = split(10).map(({ user, treated }) => ({ user, orders: treated ? 1 : 0, value: 0 }));
    const { changes } = outcomeFigures(experiment(0.5), tallyOf(0.5, rows));
    expect(changes).toEqual([
      { metric: "orders", relative: null, low: null, high: null },
      { metric: "value", relative: null, low: null, high: null },
    ]);
    const { arms } = outcomeFigures(experiment(0.5), tallyOf(0.5, []));
    expect(arms[1]).toMatchObject({ users: 0, orders: { mean: null, low: null, high: null, sum: 0 } });
  });

  it("are preliminary while it runs, below the planned users, and where the arms have the wrong size", () => {
    expect(preliminaryReasons({ state: "running", plannedUsers: 10 }, 4, true)).toEqual([
      "the experiment was still running",
      "4 of 10 planned users",
      expect.stringMatching(/sample ratio mismatch/),
    ]);
    expect(preliminaryReasons({ state: "ended", plannedUsers: 10 }, 10, false)).toEqual([]);
  });
});

describe("an outcome file", () => {
  const read = (text: string, format: "csv" | "jsonl" = "csv") => {
    const rows: OutcomeRow[] = [];
    const wrong = readOutcomes(text, format, (row) => rows.push(row));
    return { rows, wrong };
  };

  it("is a table with the columns in any order, or lines of JSON", () => {
    const wanted = [
      { line: 2, problem: null, user: "张三", orders: 2, value: 99.5 },
      { line: 3, problem: null, user: "b, c", orders: 0, value: -1.5 },
    ];
    expect(read('value,extra,User,orders\n99.5,x,张三,2\n-1.5,,"b, c",0\n')).toEqual({ rows: wanted, wrong: null });
    expect(read('\n{"user":"张三","orders":2,"value":"99.5"}\n{"user":"b, c","orders":0,"value":-1.5}\n', "jsonl")).toEqual({
      rows: wanted,
      wrong: null,
    });
    expect(read('{"user":7,"orders":0,"value":0}', "jsonl").rows[0]).toMatchObject({ user: "7" });
  });

  it("says what is wrong with a row and quotes nothing of it", () => {
    const { rows } = read("user,orders,value\n ,1,1\nsecret-a,many,1\nsecret-b,-1,1\nsecret-c,1,\nsecret-d,1,Infinity\n");
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
    expect(rows.map(({ problem }) => problem)).toEqual([
      "user is empty",
      expect.stringMatching(/^orders is no number from 0/),
      expect.stringMatching(/^orders is no number from 0/),
      expect.stringMatching(/^value is no number/),
      expect.stringMatching(/^value is no number/),
    ]);
    const json = read(
      '{"user":"secret"\n{"user":"secret","orders":1}\n{"user":12345678901234567890,"orders":1,"value":1}',
      "jsonl",
    );
    expect(json.rows.map(({ problem }) => problem)).toEqual([
      "the line is no JSON",
      expect.stringMatching(/^the line lacks/),
      expect.stringMatching(/not exact/),
    ]);
    expect(JSON.stringify([rows, json])).not.toContain("secret");
  });

  it("that lacks a column or has nothing in it is refused", () => {
    expect(read("user,order\na,1\n").wrong).toBe("The first line names no column orders, value.");
    expect(read("").wrong).toMatch(/empty/);
    expect(read("\n", "jsonl").wrong).toMatch(/empty/);
  });

  it("with a user twice counts the first row and the problem by its first line", () => {
    const tally = new OutcomeTally(experiment(0.5));
    readOutcomes("user,orders,value\na,1,5\nb,1,5\na,9,9\nb,9,9\nc,x,1\n", "csv", (row) => tally.add(row));
    expect(tally.users).toBe(2);
    expect(tally.arms.control.orders.n + tally.arms.treatment.orders.n).toBe(2);
    expect(tally.problems).toEqual([
      { reason: "the user came before; the first row counts", rows: 2, line: 4 },
      { reason: expect.stringMatching(/^orders/), rows: 1, line: 6 },
    ]);
  });
});
