import { describe, expect, it } from "vitest";
import { HttpBinding } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import { httpRequestOf } from "./http-request";

const URL_OF = "https://shop.example/v1/items/{{ args.id }}?lang={{ args.lang | url_encode }}";
const make = (binding: Partial<HttpBinding>, args: JsonObject) =>
  httpRequestOf(HttpBinding.parse({ kind: "http", url: URL_OF, ...binding }), args);

describe("the address of an http binding", () => {
  it("has its values percent-encoded once, with or without url_encode", () => {
    expect(make({}, { id: "a b&c", lang: "de/at ü" })).toMatchObject({
      ok: true,
      url: "https://shop.example/v1/items/a%20b%26c?lang=de%2Fat%20%C3%BC",
    });
  });

  it.each([
    ["../../admin"],
    [".."],
    ["."],
    ["%2e%2e"],
    ["..%2f..%2fadmin"],
    ["%252e%252e%252fadmin"],
    ["x/../../admin"],
    ["..\\admin"],
    ["a\r\nHost: evil.example"],
  ])("refuses %j in the path", (id) => {
    expect(make({}, { id, lang: "en" })).toEqual({ ok: false, message: "an argument would change the path of the address" });
  });

  it.each([["@evil.example"], ["#"], ["?admin=1"], ["a/b"], ["//evil.example"], [":81"]])("keeps %j inside its segment", (id) => {
    const request = make({}, { id, lang: "en" });
    expect(request.ok && new URL(request.url)).toMatchObject({
      host: "shop.example",
      pathname: `/v1/items/${encodeURIComponent(id)}`,
      search: "?lang=en",
      hash: "",
    });
  });

  it("refuses an argument of the path that is missing, since it would name the whole collection", () => {
    expect(make({}, { lang: "en" })).toMatchObject({ ok: false });
    expect(make({ url: "https://shop.example/{{ args.id }}/price" }, { id: "" })).toMatchObject({ ok: false });
    expect(make({ url: "https://shop.example/items/" }, {})).toMatchObject({ ok: true, url: "https://shop.example/items/" });
  });

  it("cannot be reached unescaped by a filter or a tag", () => {
    for (const url of [
      "https://shop.example/{{ args.id | raw }}",
      "https://shop.example/{% echo args.id | raw %}",
      "https://shop.example/{% cycle args.id %}",
      "https://shop.example/{{ args.id | url_encode | append: args.id }}",
      "https://shop.example/{% assign x = args.id %}{{ x }}",
    ]) {
      const request = make({ url }, { id: "a?b#c@d" });
      expect(request.ok && new URL(request.url)).toMatchObject({ search: "", hash: "", host: "shop.example" });
    }
  });

  it("has a lone surrogate replaced", () => {
    expect(make({}, { id: "a\ud800", lang: "" })).toMatchObject({
      ok: true,
      url: "https://shop.example/v1/items/a%EF%BF%BD?lang=",
    });
  });
});

describe("headers", () => {
  it("carry rendered values", () =>
    expect(make({ headers: { "X-Room": "{{ args.room }}" } }, { id: 1, room: "7" })).toMatchObject({
      headers: { "x-room": "7" },
    }));

  it.each([["a\r\nx-admin: 1"], ["a\nb"], ["a\u0000b"], ["价格"]])("refuse the value %j", (room) =>
    expect(make({ headers: { "X-Room": "{{ args.room }}" } }, { id: 1, room })).toMatchObject({ ok: false }),
  );
});

describe("the body", () => {
  const body = (value: HttpBinding["body"], args: JsonObject, headers: Record<string, string> = {}) => {
    const request = make({ url: "https://shop.example/", method: "POST", body: value, headers }, args);
    return request.ok ? { body: request.body, type: request.headers["content-type"] } : request;
  };

  it("keeps the type of an argument that is a whole value, and leaves out what was not given", () =>
    expect(
      body({ n: "{{ args.n }}", at: ["{{args.tags}}"], text: "no {{ args.n }}", gone: "{{ args.gone }}" }, { n: 3, tags: ["a"] }),
    ).toEqual({ body: '{"n":3,"at":[["a"]],"text":"no 3"}', type: "application/json" }));

  it("cannot have fields injected into a JSON template", () => {
    const made = body('{"q": "{{ args.q }}", "all": {{ args.q | json }}}', { q: 'x", "admin": "1' });
    expect(made).toMatchObject({ type: "application/json" });
    expect("body" in made && JSON.parse(made.body ?? "")).toEqual({ q: 'x", "admin": "1', all: 'x", "admin": "1' });
  });

  it("cannot have fields injected into a form", () =>
    expect(body("q={{ args.q }}", { q: "a&admin=1" }, { "Content-Type": "application/x-www-form-urlencoded" })).toEqual({
      body: "q=a%26admin%3D1",
      type: "application/x-www-form-urlencoded",
    }));

  it("is plain text otherwise", () =>
    expect(body("Say {{ args.q }}", { q: "a&b" })).toEqual({ body: "Say a&b", type: "text/plain; charset=utf-8" }));

  it("is refused where rendering does not end in time", () =>
    expect(body("{% for i in (1..100000000) %}{{ args.q }}{% endfor %}", { q: "x" })).toMatchObject({ ok: false }));
});
