import { expect, test } from "vitest";
import { refusalOf } from "./request-guard";

const request = (method: string, headers: Record<string, string>) =>
  new Request("http://127.0.0.1:3000/api/projects", { method, headers });

test.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST"])("serves the loopback name %s", (host) => {
  expect(refusalOf(request("GET", { host }))).toBeNull();
});

test("refuses another host name, even for reads", () => {
  expect(refusalOf(request("GET", { host: "evil.example" }))).toMatch(/STUDIO_ALLOWED_HOSTS/);
});

test("refuses a host that only begins like a loopback name", () => {
  expect(refusalOf(request("GET", { host: "localhost.evil.example" }))).not.toBeNull();
});

test("serves a host name that is allowed", () => {
  expect(refusalOf(request("GET", { host: "studio.lan:3000" }), "other, studio.lan")).toBeNull();
});

test("refuses a write from another origin", () => {
  expect(refusalOf(request("POST", { host: "localhost:3000", origin: "http://evil.example" }))).toMatch(/other sites/);
});

test("refuses a write from another port of the same machine", () => {
  expect(refusalOf(request("POST", { host: "localhost:3000", origin: "http://localhost:4000" }))).toMatch(/other sites/);
});

test("refuses a write from an opaque origin", () => {
  expect(refusalOf(request("PUT", { host: "localhost:3000", origin: "null" }))).toMatch(/other sites/);
});

test("refuses a write that the browser calls cross-site", () => {
  expect(refusalOf(request("POST", { host: "localhost:3000", "sec-fetch-site": "cross-site" }))).toMatch(/other sites/);
});

test("serves a write of the same origin and one without an origin", () => {
  expect(refusalOf(request("POST", { host: "localhost:3000", origin: "http://localhost:3000" }))).toBeNull();
  expect(refusalOf(request("DELETE", { host: "localhost:3000" }))).toBeNull();
});
