import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/contracts/ids";
import { argumentProblem } from "./validate-arguments";

const objectOf = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });
const patterned = (pattern: string) => objectOf({ a: { type: "string", pattern } });

describe("arguments", () => {
  it("that fit have no problem; of others the place and the fault are told", () => {
    const schema = objectOf(
      { colour: { enum: ["red", "blue"] }, list: { items: { type: "integer" } } },
      { required: ["colour"] },
    );
    expect(argumentProblem(schema, { colour: "red", list: [1] })).toBeNull();
    expect(argumentProblem(schema, {})).toBe("must have required property 'colour'");
    expect(argumentProblem(schema, { colour: "green" })).toBe('colour must be equal to one of the allowed values: "red", "blue"');
    expect(argumentProblem(schema, { colour: "red", list: [1, "2"] })).toBe("list.1 must be integer");
  });

  it("with many faults are told in few words", () => {
    const schema = objectOf({ a: { items: { enum: Array.from({ length: 5_000 }, (_, index) => `value ${index}`) } } });
    const problem = argumentProblem(schema, { a: Array.from({ length: 5_000 }, () => "x") });
    expect(problem).toMatch(/^a\.0 must be equal to one of the allowed values/);
    expect(problem?.length).toBeLessThanOrEqual(500);
  });
});

describe("a schema", () => {
  it("that calls itself asynchronous is checked as any other", () => {
    const schema = objectOf({ a: { type: "integer" } }, { $async: true, required: ["a"] });
    expect(argumentProblem(schema, {})).toBe("must have required property 'a'");
    expect(argumentProblem(schema, { a: 1 })).toBeNull();
    const inside = objectOf({ a: { $ref: "#/$defs/a" } }, { $defs: { a: { $async: true, type: "integer" } } });
    expect(argumentProblem(inside, { a: "x" })).toBe("a must be integer");
  });

  it("may refer to itself", () => {
    const schema = objectOf({ child: { $ref: "#" }, n: { type: "integer" } });
    expect(argumentProblem(schema, { child: { child: { n: 1 } } })).toBeNull();
    expect(argumentProblem(schema, { child: { child: { n: "x" } } })).toBe("child.child.n must be integer");
  });

  it("whose references go round in a circle cannot be used", () => {
    const loop = objectOf({}, { $defs: { a: { allOf: [{ $ref: "#/$defs/a" }] } }, allOf: [{ $ref: "#/$defs/a" }] });
    expect(argumentProblem(loop, { a: 1 })).toMatch(/input schema cannot be used: .*circle/);
  });

  it("whose references multiply cannot be used", () => {
    const $defs: JsonObject = { a40: { type: "object" } };
    for (let at = 0; at < 40; at += 1) {
      const next = { $ref: `#/$defs/a${at + 1}` };
      $defs[`a${at}`] = { allOf: [next, next] };
    }
    const begun = performance.now();
    expect(argumentProblem(objectOf({}, { $defs, $ref: "#/$defs/a0" }), {})).toMatch(/cannot be used: .*too long to follow/);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it.each(["https://elsewhere.example/schema", "#/const", "#/x-own/a", "other"])("with the reference %s cannot be used", ($ref) =>
    expect(argumentProblem(objectOf({ a: { $ref } }, { const: {}, "x-own": { a: {} } }), { a: 1 })).toMatch(
      /cannot be used: the reference .* does not lead to a schema/,
    ),
  );

  it("that is none cannot be used", () =>
    expect(argumentProblem({ type: "objekt" }, {})).toMatch(/^the tool's input schema cannot be used: schema\/type/));

  it("does not get in the way of another with the same identifier", () => {
    expect(argumentProblem(objectOf({ a: { $id: "x", type: "string" } }), { a: "1" })).toBeNull();
    expect(argumentProblem(objectOf({ a: { $id: "x", type: "integer" } }), { a: 1 })).toBeNull();
  });

  it("has no say on the uniqueness of items, which takes quadratic time", () => {
    const a = Array.from({ length: 20_000 }, (_, index) => ({ index: index % 10_000 }));
    const begun = performance.now();
    expect(argumentProblem(objectOf({ a: { uniqueItems: true } }), { a })).toBeNull();
    expect(performance.now() - begun).toBeLessThan(1_500);
  });
});

describe("a pattern", () => {
  it("that is surely quick is checked", () => {
    expect(argumentProblem(patterned("^[a-z]+$"), { a: "abc" })).toBeNull();
    expect(argumentProblem(patterned("^[a-z]+$"), { a: "ABC" })).toBe('a must match pattern "^[a-z]+$"');
  });
  it("that could take exponential time is not", () => {
    const begun = performance.now();
    expect(argumentProblem(patterned("^(a+)+$"), { a: `${"a".repeat(40)}!` })).toBeNull();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
  it("is tried on no long text, and not on very many", () => {
    expect(argumentProblem(patterned("^a+$"), { a: "a".repeat(2_001) })).toBe("a is too long to be checked");
    const schema = objectOf({ a: { items: { pattern: "^a+$" } } });
    const texts = (count: number) => ({ a: Array.from({ length: count }, () => "a".repeat(2_000)) });
    expect(argumentProblem(schema, texts(10))).toBeNull();
    expect(argumentProblem(schema, texts(11))).toBe("a.10 is too long to be checked");
  });
  it("of property names that is not tried asks nothing of them", () => {
    const schema = (pattern: string): JsonObject => ({
      type: "object",
      patternProperties: { [pattern]: { type: "integer" } },
      additionalProperties: false,
    });
    expect(argumentProblem(schema("^(a+)+$"), { b: "x" })).toBeNull();
    expect(argumentProblem(schema("^a+$"), { aa: "x" })).toBe("aa must be integer");
    expect(argumentProblem(schema("^a+$"), { b: 1 })).toBe("must NOT have additional properties");
  });
});
