import { describe, expect, it } from "vitest";
import { reviewKeys, rightsOf } from "./review-keys";

const pressed = (situation: Omit<Parameters<typeof rightsOf>[0], "files">, hunks = 3) =>
  reviewKeys(rightsOf({ ...situation, files: hunks }), hunks)
    .map((key) => key.keys)
    .join(" ");

describe("the keys of the review", () => {
  it("are those of the issue while an entry is open", () => {
    expect(pressed({ status: "proposed", locked: false, drafting: false })).toBe("j k n p x a e r t c");
  });

  it("let nobody decide an entry whose edit is open: it is saved or discarded first", () => {
    expect(pressed({ status: "proposed", locked: false, drafting: true })).toBe("j k n p x u mod+s t");
  });

  it("offer to reopen what is decided, and another attempt only where it does not stand", () => {
    expect(pressed({ status: "accepted", locked: false, drafting: false })).toBe("j k n p x e r t o");
    expect(pressed({ status: "rejected", locked: false, drafting: false })).toBe("j k n p t c o");
  });

  it("neither accept nor try what does not verify, unless it is edited", () => {
    expect(pressed({ status: "invalid", locked: false, drafting: false })).toBe("j k n p x e r c");
    expect(rightsOf({ status: "invalid", files: 1, locked: false, drafting: true }).tryNow).toBe(true);
  });

  it("offer no edit where the operations do not apply, so that there is no right side", () => {
    expect(pressed({ status: "invalid", locked: false, drafting: false }, 0)).toBe("j k r c");
  });

  it("only walk once the stage has moved on", () => {
    expect(pressed({ status: "accepted", locked: true, drafting: false })).toBe("j k n p");
    expect(pressed({ status: null, locked: false, drafting: false }, 0)).toBe("j k");
  });
});
