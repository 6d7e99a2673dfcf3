import { describe, expect, it } from "vitest";
import { consideredPoints } from "./considered-points";

const point = (id: string, parent: string | null, autopilot: string | null = null) => ({ stage: { id, parent, autopilot } });
const ids = (points: readonly { stage: { id: string } }[]) => points.map(({ stage }) => stage.id);

/** A base, a stage of a person, and a night with two branches, the first of two stages. */
const campaign = [
  point("base", null),
  point("one", "base"),
  point("night-1", "base", "night"),
  point("night-1b", "night-1", "night"),
  point("night-2", "base", "night"),
];

describe("consideredPoints", () => {
  it("leaves the branches of a night out while no person has taken one up", () => {
    expect(ids(consideredPoints(campaign, "one"))).toEqual(["base", "one"]);
  });

  it("takes in a branch that is selected, with what it came from", () => {
    expect(ids(consideredPoints(campaign, "night-1b"))).toEqual(["base", "one", "night-1", "night-1b"]);
  });

  it("takes in a branch that a person went on from", () => {
    expect(ids(consideredPoints([...campaign, point("two", "night-2")], null))).toEqual(["base", "one", "night-2", "two"]);
  });

  it("with a line, is about that stage and those it came from alone", () => {
    expect(ids(consideredPoints(campaign, "one", "night-1b"))).toEqual(["base", "night-1", "night-1b"]);
  });
});
