import { describe, expect, it } from "vitest";
import { GateSettings } from "@/lib/contracts/release-gate";
import { fieldsOf, parseFields, settingsChanges } from "./gate-fields";

const settings = GateSettings.parse({
  regression: { dataset: "ds_1", margin: 0.07 },
  signing: { keyVariable: "STUDIO_RELEASE_KEY", publicKey: "-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----" },
});

describe("the form of the thresholds", () => {
  it("shows them in seconds, per cent and points, and gives back what it was given", () => {
    const fields = fieldsOf(settings);
    expect(fields.numbers).toMatchObject({
      "latency.p95Ms": 15,
      "latency.attainment": 95,
      "regression.margin": 7,
      "capability.minimum": "",
      maxAgeDays: 30,
    });
    expect(parseFields(fields)).toEqual({ settings, problems: {} });
  });

  it("an empty number is none where that is allowed, and else a problem", () => {
    const fields = fieldsOf(settings);
    const { settings: parsed } = parseFields({ ...fields, numbers: { ...fields.numbers, maxAgeDays: "" } });
    expect(parsed?.maxAgeDays).toBeNull();
    const { settings: none, problems } = parseFields({ ...fields, numbers: { ...fields.numbers, "latency.p95Ms": "" } });
    expect(none).toBeNull();
    expect(problems).toEqual({ "latency.p95Ms": "give a number" });
  });

  it("says which limit a number broke in the unit that is shown", () => {
    const fields = fieldsOf(settings);
    const numbers = { ...fields.numbers, "latency.attainment": 120, "latency.warmUp": 1.5 };
    expect(parseFields({ ...fields, numbers }).problems).toEqual({
      "latency.attainment": "must be at most 100 %",
      "latency.warmUp": "must be a whole number",
    });
  });

  it("a key needs both of its halves", () => {
    const fields = fieldsOf(settings);
    expect(parseFields({ ...fields, publicKey: "abc" }).problems).toHaveProperty(["signing.publicKey"]);
    expect(parseFields({ ...fields, keyVariable: "" }).problems).toHaveProperty(["signing.keyVariable"]);
    expect(parseFields({ ...fields, keyVariable: "", publicKey: "" }).settings?.signing).toBeNull();
  });

  it("tells what changed from one version to the next", () => {
    const next = GateSettings.parse({
      ...settings,
      latency: { p95Ms: 12_000 },
      required: { ...settings.required, canary: ["latency", "regression"] },
      secondPerson: ["production"],
    });
    expect(settingsChanges(settings, next)).toEqual([
      "Latency: P95, at most: 15 s → 12 s",
      "Gates of canary: latency, regression and capability → latency and regression",
      "Second person: nowhere → production",
    ]);
  });
});
