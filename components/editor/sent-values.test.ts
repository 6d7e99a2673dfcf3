import { describe, expect, it } from "vitest";
import { SentValues } from "./sent-values";

describe("texts an editor has sent", () => {
  it("knows its own text when it comes back late", () => {
    const sent = new SentValues();
    sent.send("a");
    sent.send("ab");
    sent.send("abc");
    expect(sent.isEcho("ab")).toBe(true);
    expect(sent.isEcho("abc")).toBe(true);
  });

  it("knows it however often the page hands it back", () => {
    const sent = new SentValues();
    sent.send("a");
    expect([sent.isEcho("a"), sent.isEcho("a")]).toEqual([true, true]);
  });

  it("tells a text from elsewhere", () => {
    const sent = new SentValues();
    sent.send("a");
    expect(sent.isEcho("as saved")).toBe(false);
  });

  it("takes an earlier text for one from elsewhere once a later one came back", () => {
    const sent = new SentValues();
    sent.send("a");
    sent.send("ab");
    sent.isEcho("ab");
    expect(sent.isEcho("a")).toBe(false);
  });
});
