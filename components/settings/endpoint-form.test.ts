import { describe, expect, it } from "vitest";
import { emptyFields, fieldsOf, limitsText, parseFields } from "./endpoint-form";

const filled = { ...emptyFields, name: "Qwen 3 (H20)", baseUrl: "http://10.0.0.5:8000/v1", model: "qwen-3" };

describe("the endpoint form", () => {
  it("makes an id of the name", () => {
    expect(parseFields(filled).input?.id).toBe("qwen-3-h20");
  });

  it("keeps the id of an endpoint that is changed", () => {
    expect(parseFields({ ...filled, id: "old" }).input?.id).toBe("old");
  });

  it("reads an empty price as unknown, not as free", () => {
    expect(parseFields(filled).input?.promptPrice).toBeNull();
    expect(parseFields({ ...filled, promptPrice: "0" }).input?.promptPrice).toBe(0);
  });

  it("reads a price with a decimal comma", () => {
    expect(parseFields({ ...filled, completionPrice: "1,5" }).input?.completionPrice).toBe(1.5);
  });

  it("says what is wrong with each field", () => {
    const { input, problems } = parseFields({ ...emptyFields, name: "a", baseUrl: "localhost", keyVariable: "MY KEY" });
    expect(input).toBeNull();
    expect(Object.keys(problems).sort()).toEqual(["baseUrl", "keyVariable", "model"]);
  });

  it("refuses a price that is no number", () => {
    expect(parseFields({ ...filled, promptPrice: "cheap" }).problems.promptPrice).toBeDefined();
  });

  it("reads an empty limit as none, and refuses one that nothing could pass", () => {
    expect(parseFields(filled).input).toMatchObject({ maxConcurrency: null, callsPerMinute: null });
    const limits = parseFields({ ...filled, maxConcurrency: "4", callsPerMinute: "120" }).input;
    expect(limits).toMatchObject({ maxConcurrency: 4, callsPerMinute: 120 });
    const { problems } = parseFields({ ...filled, maxConcurrency: "0", callsPerMinute: "2.5" });
    expect(Object.keys(problems).sort()).toEqual(["callsPerMinute", "maxConcurrency"]);
  });

  it("keeps the limits of an endpoint that is changed", () => {
    const { input } = parseFields({ ...filled, maxConcurrency: "4" });
    if (!input) throw new Error("the fields are sound");
    const saved = { ...input, kind: "openai" as const, createdAt: "2026-11-30T10:00:00.000Z" };
    expect(fieldsOf(saved)).toMatchObject({ maxConcurrency: "4", callsPerMinute: "" });
  });

  it("shows a limit that is not set as a dash", () => {
    expect(limitsText({ maxConcurrency: 4, callsPerMinute: 1_200 })).toBe("4 / 1,200");
    expect(limitsText({ maxConcurrency: null, callsPerMinute: null })).toBe("– / –");
  });
});
