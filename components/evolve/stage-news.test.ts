import { describe, expect, it } from "vitest";
import { sampleCluster, sampleDiagnosis, sampleEntry, sampleStage, sampleTrial } from "@/lib/testing/stage-samples";
import { isBehind, newsBetween, withTrial } from "./stage-news";

const diagnosis = sampleDiagnosis({ clusters: [sampleCluster()] });
const open = sampleStage({ diagnosis, proposals: [sampleEntry()] });
const byAda = { decidedBy: "Ada", decidedAt: "2026-01-01T10:00:00.000Z" };
const accepted = sampleStage({ diagnosis, proposals: [sampleEntry({ ...byAda, status: "accepted", revision: 2 })] });
const iAmBo = (by: string) => by === "Bo";

describe("a stage that comes by the wire", () => {
  it("is behind where an entry, the clusters or a trial are older than what is shown", () => {
    expect(isBehind(open, accepted)).toBe(true);
    expect(isBehind(accepted, open)).toBe(false);
    expect(isBehind(open, open)).toBe(false);
    const renamed = { ...open, diagnosis: { ...diagnosis, revision: 2 } };
    expect(isBehind(open, renamed)).toBe(true);
    const tried = { ...open, trials: [sampleTrial()] };
    expect(isBehind({ ...open, trials: [sampleTrial({ status: "running" })] }, tried)).toBe(true);
    expect(isBehind({ ...open, trials: [sampleTrial({ id: "another", status: "running" })] }, tried)).toBe(false);
  });

  it("is not behind for a new diagnosis, whose clusters and entries begin again", () => {
    const again = sampleStage({
      diagnosis: { ...diagnosis, at: "2026-01-02T00:00:00.000Z" },
      proposals: [sampleEntry({ id: "new" })],
    });
    expect(isBehind(again, { ...accepted, diagnosis: { ...diagnosis, revision: 5 } })).toBe(false);
  });
});

describe("a trial that comes by itself", () => {
  it("takes the place of the earlier one of its entry, and is not put back under way", () => {
    const tried = withTrial(withTrial(open, sampleTrial({ id: "first" })), sampleTrial({ id: "second" }));
    expect(tried.trials.map((trial) => trial.id)).toEqual(["second"]);
    expect(withTrial(tried, sampleTrial({ id: "second", status: "running" }))).toBe(tried);
  });
});

describe("what others did", () => {
  it("names who decided which entry, and tells nobody of what they did themselves", () => {
    expect(newsBetween(open, accepted, iAmBo)).toEqual([
      { id: "e 2", text: "Ada accepted: Name the price after the coupon", entry: "e" },
    ]);
    expect(newsBetween(open, accepted, (by) => by === "Ada")).toEqual([]);
    expect(newsBetween(accepted, accepted, iAmBo)).toEqual([]);
  });

  it("tells another attempt from a decision, and a new entry from both", () => {
    const attempt = { title: "t", because: "person" as const, comment: "shorter", by: "Ada", at: "", added: "" };
    const again = sampleStage({ diagnosis, proposals: [sampleEntry({ revision: 2, attempts: [attempt] })] });
    expect(newsBetween(open, again, iAmBo).map((item) => item.text)).toEqual([
      "Ada asked for another attempt: Name the price after the coupon",
    ]);
    const more = sampleStage({ diagnosis, proposals: [sampleEntry(), sampleEntry({ id: "f", title: "Other" })] });
    expect(newsBetween(open, more, iAmBo).map((item) => item.text)).toEqual(["A new entry: Other"]);
  });

  it("says who changed the clusters", () => {
    const clusters = [sampleCluster({ label: "Coupons", madeBy: "person", by: "Ada" })];
    const renamed = { ...open, diagnosis: { ...diagnosis, revision: 2, clusters, changed: { by: "Ada", at: "10:00" } } };
    expect(newsBetween(open, renamed, iAmBo).map((item) => item.text)).toEqual(["Ada changed the clusters"]);
  });

  it("says that a diagnosis was begun and not that its entries are new", () => {
    const running = { ...open, diagnosis: { ...diagnosis, status: "running" as const } };
    expect(newsBetween(open, running, iAmBo).map((item) => item.text)).toEqual(["A new diagnosis was begun"]);
    expect(newsBetween(open, running, iAmBo, true)).toEqual([]);
    const made = { ...diagnosis, at: "2026-01-02T00:00:00.000Z", revision: 2 };
    const done = sampleStage({ diagnosis: made, proposals: [sampleEntry({ id: "x" })] });
    expect(newsBetween(running, done, iAmBo)).toEqual([]);
  });
});
