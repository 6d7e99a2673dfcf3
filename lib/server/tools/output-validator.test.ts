import { describe, expect, it } from "vitest";
import { outputProblem } from "./output-validator";

describe("a structured result", () => {
  it("is held to the types of its schema, not to its patterns", () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "^(b+)+$" } } };
    expect(outputProblem(schema, { a: "x" })).toBeNull();
    expect(outputProblem(schema, { a: 1 })).toBe("a must be string");
    expect(
      outputProblem({ patternProperties: { "^(b+)+$": { type: "string" } }, additionalProperties: false }, { b: 1 }),
    ).toBeNull();
  });
  it("fits data in its schema that looks like a schema", () => {
    const value = { pattern: "x", uniqueItems: true, $async: true, $ref: "#/nowhere", patternProperties: { a: 1 } };
    expect(outputProblem({ properties: { a: { const: value }, b: { enum: [value] } } }, { a: value, b: value })).toBeNull();
    expect(outputProblem({ properties: { a: { const: value } } }, { a: {} })).toBe("a must be equal to constant");
  });
  it("of an asynchronous schema is checked as any other", () =>
    expect(outputProblem({ $async: true, required: ["a"] }, {})).toBe("must have required property 'a'"));
  it("with 20,000 items that have to be unique is checked soon", () => {
    const begun = performance.now();
    const a = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    expect(outputProblem({ properties: { a: { type: "array", uniqueItems: true } } }, { a })).toBeNull();
    expect(performance.now() - begun).toBeLessThan(1_500);
  });
  it("is not checked under a schema that cannot be used", () => {
    expect(outputProblem({ $defs: { a: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }, {})).toBeNull();
    expect(outputProblem({ type: "objekt" }, {})).toBeNull();
  });
});
