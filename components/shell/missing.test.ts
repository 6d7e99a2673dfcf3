import { describe, expect, it } from "vitest";
import { missingAt } from "./missing";

describe("an address that leads nowhere", () => {
  it("names the project where that is what is missing", () => {
    expect(missingAt("/p/nothing/harness/abc", false)).toMatchObject({ what: "project", id: "nothing" });
  });

  it("names the deepest thing and leads one step up", () => {
    expect(missingAt("/p/live-room/harness/00000000ab", true)).toEqual({
      what: "version",
      id: "00000000ab",
      back: { label: "To the versions", href: "/p/live-room/harness" },
    });
    expect(missingAt("/p/live-room/cases/ds_dev/x%20y", true)).toMatchObject({
      what: "case",
      id: "x y",
      back: { href: "/p/live-room/cases/ds_dev" },
    });
    expect(missingAt("/p/live-room/evolve/cmp_1/stg_1", true)).toMatchObject({ back: { href: "/p/live-room/evolve/cmp_1" } });
  });

  it("leads back to the overview from a page no project has", () => {
    expect(missingAt("/p/live-room/shop", true)).toMatchObject({ what: "page", back: { href: "/p/live-room" } });
  });

  it("leads back to the projects from anywhere else", () => {
    expect(missingAt("/nowhere", false)).toEqual({ what: "page", back: { label: "To the projects", href: "/?all" } });
  });
});
