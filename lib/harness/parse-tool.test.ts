import { describe, expect, it } from "vitest";
import { parseTool } from "./parse-tool";

const inputSchema = { type: "object", properties: { id: { type: "string" } }, additionalProperties: false };
const parse = (binding: object) =>
  parseTool("tools/price.json", JSON.stringify({ name: "price", description: "Price.", inputSchema, binding }, null, 1));
const found = (binding: object) =>
  parse(binding).diagnostics.map(({ line, severity, code, message }) => `${line} ${severity} ${code}: ${message}`);
const http = (fields: object) => ({ kind: "http", url: "https://shop.example/items/{{ args.id }}", ...fields });

describe("an http binding", () => {
  it("parses with its defaults", () => {
    const { tool, diagnostics } = parse(http({}));
    expect(diagnostics).toEqual([]);
    expect(tool?.binding).toMatchObject({ kind: "http", method: "GET", headers: {}, result: "", maxBytes: 200_000 });
  });

  it("has Liquid errors located at their field", () => {
    expect(found(http({ url: "https://shop.example/{{ args.id | shine }}" }))).toEqual([
      expect.stringMatching(/^15 error liquid-syntax: .*shine/),
    ]);
    expect(found(http({ headers: { "X-A": "{{ args.id" } }))).toEqual([expect.stringMatching(/^17 error liquid-syntax/)]);
    expect(found(http({ method: "POST", body: { a: { b: "{% if %}" } } }))).toEqual([
      expect.stringMatching(/^19 error liquid-syntax/),
    ]);
  });

  it("reads args and nothing else", () => {
    expect(found(http({ url: "https://shop.example/{{ context.room }}" }))[0]).toMatch(/error tool-template-variable: context /);
    expect(found(http({ url: "https://shop.example/{{ args.price }}" }))[0]).toMatch(/warning tool-template-argument: .*price/);
  });

  it.each([
    "https://{{ args.id }}/x",
    "https://shop.example{{ args.id }}",
    "ftp://shop.example/",
    "/items",
    "https://u@shop.example/",
  ])("needs a fixed host, which %s has not", (url) => expect(found(http({ url }))[0]).toMatch(/^15 error tool-url-host/));

  it("holds no key and none of the connection's headers", () => {
    for (const name of ["Authorization", "cookie", "Host", "Transfer-Encoding"]) {
      expect(found(http({ headers: { [name]: "x" } }))[0]).toMatch(/^17 error tool-header-reserved/);
    }
    expect(found(http({ headers: { "a b": "x" } }))[0]).toMatch(/error tool-header-invalid/);
  });

  it("has no body under GET, and a pointer as its result", () => {
    expect(found(http({ body: {} }))[0]).toMatch(/error tool-body-unexpected/);
    expect(found(http({ result: "data.price" }))[0]).toMatch(/error tool-result-pointer/);
  });

  it("names every field that is out of range", () =>
    expect(found(http({ method: "FETCH", maxBytes: 0 })).map((line) => line.slice(0, 40))).toEqual([
      "16 error tool-binding-invalid: binding: ",
      "17 error tool-binding-invalid: binding: ",
    ]));
});

describe("an input schema", () => {
  const of = (more: object) => {
    const text = JSON.stringify({
      name: "price",
      description: "Price.",
      inputSchema: { ...inputSchema, ...more },
      binding: fixture,
    });
    const { tool, diagnostics } = parseTool("tools/price.json", text);
    return [tool !== null, ...diagnostics.map(({ severity, code }) => `${severity} ${code}`)];
  };
  const fixture = { kind: "fixture", table: "t" };

  it("must not be asynchronous, at any depth", () => {
    expect(of({ $async: true })).toEqual([false, "error tool-schema-invalid"]);
    expect(of({ $defs: { a: { $async: true } } })).toEqual([false, "error tool-schema-invalid"]);
    expect(of({ properties: { $async: { type: "boolean" } } })).toEqual([true]);
  });
  it("is told which of its patterns are not checked, and can be used", () => {
    expect(of({ properties: { a: { pattern: "^[a-z]+$" } } })).toEqual([true]);
    expect(of({ properties: { a: { items: { pattern: "^(a+)+$" } } } })).toEqual([true, "warning tool-pattern-unchecked"]);
    expect(of({ patternProperties: { "^(a+)+$": {} } })).toEqual([true, "warning tool-pattern-unchecked"]);
    expect(of({ propertyNames: { pattern: "^(a+)+$" } })).toEqual([true, "warning tool-pattern-unchecked"]);
    expect(of({ patternProperties: { "(": {} } })).toEqual([false, "error tool-schema-invalid"]);
  });
  it("is told of what has no effect or leads nowhere", () => {
    expect(of({ properties: { a: { uniqueItems: true } } })).toEqual([true, "info tool-unique-items-unchecked"]);
    expect(of({ properties: { a: { $ref: "#" }, b: { $ref: "#/properties/a" } } })).toEqual([true]);
    expect(of({ properties: { a: { $ref: "https://x.example/" } } })).toEqual([true, "warning tool-reference-unusable"]);
  });
});

describe("an mcp binding", () => {
  it("parses", () =>
    expect(parse({ kind: "mcp", server: "shop", tool: "get price", schemaHash: "a".repeat(64) }).diagnostics).toEqual([]));
  it("needs the pinned hash", () =>
    expect(found({ kind: "mcp", server: "shop", tool: "x", schemaHash: "abc" })).toEqual([
      "17 error tool-binding-invalid: binding: schemaHash: must be a SHA-256 in lower-case hexadecimal",
    ]));
});

describe("a binding of no kind that is known", () => {
  it("is told the kinds", () =>
    expect(found({ kind: "grpc" })[0]).toMatch(/^14 error .*kind must be one of "fixture", "builtin", "http", "mcp"/));
});
