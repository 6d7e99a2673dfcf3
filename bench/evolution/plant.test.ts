import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseHarness } from "@/lib/harness/parse";
import { createSandbox } from "@/lib/server/sandbox/sandbox";
import { FAULT_KINDS, type Fault, type Ground } from "./fault";
import { findsFault, pooled } from "./figures";
import { faultCases, kindsOf, plantFaults, withFaults } from "./plant";
import { evolvedRoom, openRoom, type RanCase, type Room } from "./room";

const EVERY = 2;

let sandbox: ReturnType<typeof createSandbox>;
let room: Room;
let ground: Ground & { run: RanCase[] };
const planted = new Map<string, Fault>();

beforeAll(async () => {
  sandbox = createSandbox();
  room = openRoom("dev", sandbox);
  const bundle = evolvedRoom();
  const { harness } = parseHarness(bundle);
  if (harness === null) throw new Error("the sound harness parses");
  // Every other case is enough to show an effect.
  const ids = room.ids.filter((_, index) => index % EVERY === 0);
  ground = { bundle, harness, run: await room.run(bundle, ids) };
  for (const kind of FAULT_KINDS) {
    for (let seed = 1; seed <= 3 && !planted.has(kind); seed += 1) {
      const [fault] = await plantFaults(seed, [kind], ground, room);
      if (fault !== undefined) planted.set(kind, fault);
    }
  }
}, 180_000);
afterAll(() => sandbox.close());

describe("the planter", () => {
  it.each(FAULT_KINDS)("plants a fault with an effect: %s", async (kind) => {
    const fault = planted.get(kind);
    expect(fault?.kind).toBe(kind);
    if (fault === undefined) return;
    const ids = ground.run.map(({ item }) => item.id);
    const faulty = await room.run(withFaults(ground.bundle, [fault]), ids);
    const { own, all, together } = await faultCases([fault], ground, faulty, room);
    expect(all.length).toBeGreaterThan(0);
    expect(own).toEqual([all]);
    expect(together).toEqual([]);
  });

  it("draws alike for equal seeds", async () => {
    const one = await plantFaults(2, ["contradictory-prompt"], ground, room);
    const other = await plantFaults(2, ["contradictory-prompt"], ground, room);
    expect(one.map(({ path, what }) => ({ path, what }))).toEqual(other.map(({ path, what }) => ({ path, what })));
  });

  it("brings every kind up alike often, one to three a seed", () => {
    const kinds = Array.from({ length: 18 }, (_, index) => kindsOf(index + 1));
    for (const kind of FAULT_KINDS) expect(kinds.flat().filter((one) => one === kind)).toHaveLength(6);
    expect([...new Set(kinds.map((own) => own.length))].sort()).toEqual([1, 2, 3]);
  });
});

describe("the figures", () => {
  it("find a fault by a cluster that is mostly its own, or that holds most of it, among the first five", () => {
    expect(findsFault([["a", "b", "x"]], ["a", "b", "c", "d", "e"])).toEqual({ found: true, pure: true });
    expect(findsFault([["a", "b", "x", "y", "z"]], ["a", "b"])).toEqual({ found: true, pure: false });
    expect(findsFault([["a", "x", "y"]], ["a", "b", "c"])).toEqual({ found: false, pure: false });
    const others = Array.from({ length: 5 }, (_, index) => [`x${index}`]);
    expect(findsFault([...others, ["a"]], ["a"])).toEqual({ found: false, pure: false });
  });

  it("pool over the seeds and say how far these differ", () => {
    expect(
      pooled([
        [1, 2],
        [3, 3],
        [0, 0],
      ]),
    ).toMatchObject({ share: 0.8, part: 4, whole: 5, spread: { min: 0.5, max: 1, seeds: 2 } });
    expect(pooled([[0, 0]])).toEqual({ share: null, part: 0, whole: 0, spread: null });
  });
});
