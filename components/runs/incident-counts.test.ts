import { describe, expect, it } from "vitest";
import { Incidents } from "@/lib/contracts/run";
import { incidentKinds, incidentText } from "./incident-counts";

describe("incidents", () => {
  it("have a name each, so that none is left out", () => {
    expect(incidentKinds.map(({ id }) => id).sort()).toEqual(Object.keys(Incidents.shape).sort());
  });

  it("are said by those that happened", () => {
    expect(incidentText(Incidents.parse({ guards: 2, retries: 1 }))).toBe("guard hits 2, retries 1");
    expect(incidentText(Incidents.parse({}))).toBe("none");
  });
});
