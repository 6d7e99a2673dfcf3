import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutGraph, neighbour } from "./graph-layout";

type Placeable = Parameters<typeof layoutGraph>[0][number];

/** "b<a" is b, which came from a. */
const nodes = (...told: string[]): Placeable[] =>
  told.map((one) => {
    const [id = "", parent] = one.split("<");
    return { id, parent: parent ?? null };
  });
const drawn = (...told: string[]) =>
  Object.fromEntries(layoutGraph(nodes(...told)).places.map(({ id, column, lane }) => [id, `${column},${lane}`]));

describe("the layout", () => {
  it("draws one stage, and a line from left to right", () => {
    expect(drawn("a")).toEqual({ a: "0,0" });
    expect(drawn("a", "b<a", "c<b")).toEqual({ a: "0,0", b: "1,0", c: "2,0" });
    expect(layoutGraph([])).toEqual({ places: [], columns: 0, lanes: 0 });
  });
  it("keeps the longest line in its lane, whatever the order in which the stages came", () =>
    expect(drawn("a", "short<a", "b<a", "c<b")).toEqual({ a: "0,0", b: "1,0", c: "2,0", short: "1,1" }));
  it("uses a lane again where it is free", () =>
    expect(drawn("a", "b<a", "x<a", "c<b", "d<c", "y<c")).toMatchObject({ x: "1,1", d: "3,0", y: "3,1" }));
  it("begins a line of its own where the stage before is not there", () =>
    expect(drawn("a", "z<gone")).toEqual({ a: "0,0", z: "0,1" }));
  it("never puts two stages into one place, and a stage right of what it came from", () => {
    const campaigns = fc
      .array(fc.nat(), { maxLength: 40 })
      .map((from) => from.map((at, index): Placeable => ({ id: `s${index}`, parent: index === 0 ? null : `s${at % index}` })));
    fc.assert(
      fc.property(campaigns, (campaign) => {
        const { places, columns, lanes } = layoutGraph(campaign);
        expect(places).toHaveLength(campaign.length);
        expect(new Set(places.map(({ column, lane }) => `${column},${lane}`)).size).toBe(campaign.length);
        const byId = new Map(places.map((place) => [place.id, place]));
        for (const { id, parent } of campaign) {
          const place = byId.get(id);
          expect(place?.parent).toBe(parent);
          expect(place?.column).toBe(parent === null ? 0 : (byId.get(parent)?.column ?? -9) + 1);
          expect(place?.lane).toBeGreaterThanOrEqual(byId.get(parent ?? "")?.lane ?? 0);
        }
        expect([columns > campaign.length, lanes > campaign.length]).toEqual([false, false]);
      }),
    );
  });
});

describe("the arrows", () => {
  const layout = layoutGraph(nodes("a", "b<a", "x<a", "c<b", "y<x"));
  const from = (id: string, direction: "Left" | "Right" | "Up" | "Down") => neighbour(layout, id, `Arrow${direction}`);
  it("lead left to what it came from and right along its lane", () => {
    expect([from("c", "Left"), from("a", "Left"), from("a", "Right"), from("c", "Right")]).toEqual(["b", null, "b", null]);
  });
  it("lead up and down to the nearest stage of another lane", () => {
    expect([from("b", "Down"), from("y", "Up"), from("b", "Up"), from("a", "Down")]).toEqual(["x", "c", null, "x"]);
  });
});
