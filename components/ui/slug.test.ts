import { describe, expect, it } from "vitest";
import { Slug } from "@/lib/contracts/ids";
import { toSlug } from "./slug";

describe("an id made of a name", () => {
  it("keeps letters and digits and joins them with single hyphens", () => {
    expect(toSlug("Qwen 3 -- (H20)")).toBe("qwen-3-h20");
  });

  it("takes accents off", () => {
    expect(toSlug("Café")).toBe("cafe");
  });

  it("is a valid slug however long the name is", () => {
    expect(Slug.safeParse(toSlug(`${"a".repeat(63)} b c`)).success).toBe(true);
  });

  it("is empty where nothing of the name can be kept", () => {
    expect(toSlug("直播间")).toBe("");
  });
});
