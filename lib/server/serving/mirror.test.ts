import type { ContractRouterClient } from "@orpc/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Contract } from "@/lib/contracts/api";
import type { Bundle } from "@/lib/contracts/harness";
import { hashManifest, manifestOf } from "@/lib/harness/hash";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { mirrorProduction } from "./mirror";

let here: TestStudio;
beforeEach(async () => {
  here = openTestStudio();
});
afterEach(() => here.close());

const tool = (name: string, binding: object) =>
  JSON.stringify({ name, description: "A tool.", inputSchema: { type: "object" }, binding });
const mcp = (server: string) => tool("ask", { kind: "mcp", server, tool: "ask", schemaHash: "0".repeat(64) });
const TOOLED: Bundle = {
  ...SMALL_BUNDLE,
  "harness.yaml": `${SMALL_BUNDLE["harness.yaml"]}fallback: {endpoint: spare}\n`,
  "tools/ask.json": mcp("asked"),
  "tools/item.json": tool("item", { kind: "http", url: "http://8.8.8.8/items/1" }),
};
const endpoint = (id: string, change: object = {}) => ({
  ...{ id, name: id, kind: "openai", baseUrl: "http://8.8.8.8/v1", model: "m", checkpoint: "", keyVariable: "" },
  ...{
    promptPrice: null,
    completionPrice: null,
    maxConcurrency: null,
    callsPerMinute: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    keyPresent: true,
    ...change,
  },
});
const service = (id: string, change: object = {}) => ({
  ...{ id, name: id, kind: "mcp-http", url: "http://8.8.8.8/mcp", keyVariable: "", keyHeader: "authorization" },
  ...{ allowPrivate: false, createdAt: "2026-01-01T00:00:00.000Z", keyPresent: true, ...change },
});

interface Said {
  files?: Bundle;
  release?: object;
  manifest?: object;
  endpoints?: object[];
  services?: object[];
  faq?: object;
  broken?: boolean;
}

/** Another studio that answers whatever it likes. */
function studioThatSays(said: Said): ContractRouterClient<Contract> {
  const files = said.files ?? SMALL_BUNDLE;
  const version = hashManifest(manifestOf(files));
  const release = {
    ...{ id: "rel_1", project: "p", channel: "production", kind: "promote", version, versionName: "x", endpoint: "embedded" },
    ...{ run: null, reason: "r", actor: "a", previous: null, createdAt: "2026-01-01T00:00:00.000Z", sequence: 1 },
    ...{ switched: "both", requestedBy: null, restored: null, override: null, evidence: [], policy: null, gateResults: [] },
    ...{ manifestHash: null, signed: false, ...said.release },
  };
  const bundle = async () => {
    if (said.broken) throw new Error("cut off");
    return { hash: version, files };
  };
  const remote: object = {
    releases: {
      list: async () => [release],
      get: async () => ({
        release,
        gates: null,
        manifest: said.manifest ?? null,
        verification: { state: "none", problems: [] },
      }),
    },
    endpoints: { list: async () => said.endpoints ?? [] },
    toolServices: { list: async () => said.services ?? [] },
    projects: { faq: async () => said.faq ?? { entries: [], hash: null } },
    versions: { bundle },
  };
  return remote as ContractRouterClient<Contract>;
}

const look = (said: Said, leave: Parameters<typeof mirrorProduction>[3] = {}) =>
  mirrorProduction(here.studio, studioThatSays(said), "p", leave);
const ids = async (path: string) => (await here.call("GET", path)).body.map(({ id }: { id: string }) => id);
const nothingCame = async () => {
  expect(await ids("/projects")).toEqual([]);
  expect((await here.call("GET", "/endpoints")).body).toEqual([{ ...EMBEDDED_ENDPOINT, keyPresent: true }]);
  expect(await ids("/tool-services")).toEqual([]);
};

describe("a studio that is mirrored", () => {
  it("cannot move the production of another project", async () => {
    await here.call("POST", "/projects", { id: "other", name: "O" });
    await here.call("POST", "/projects/other/versions/import", { files: SMALL_BUNDLE });
    await expect(look({ release: { project: "other" } })).rejects.toThrow("a release of another project");
    expect(await ids("/projects/other/releases")).toEqual([]);
  });
  it.each<[string, Said]>([
    ["releases", { release: { kind: "nope" } }],
    ["endpoints", { endpoints: [endpoint("bad", { name: 5, kind: "nope" })] }],
    ["tool services", { services: [service("s", { url: "file:///etc" })] }],
    ["FAQ", { faq: { entries: [{ question: 1 }], hash: "h" } }],
    ["bundle", { files: { ...SMALL_BUNDLE, "../../x": "y" } }],
  ])("cannot bring what is not of the contract: %s", async (what, said) => {
    await expect(look(said)).rejects.toThrow(`The studio's answer cannot be read: ${what}`);
    await nothingCame();
  });
  it("cannot bring another bundle than the one that was released", async () => {
    await expect(look({ release: { version: "0".repeat(64) } })).rejects.toThrow("not the one that was released");
    await nothingCame();
  });
  it("cannot change the built-in endpoint, nor bring another one of its kind", async () => {
    await look({ endpoints: [endpoint("embedded", { baseUrl: "http://8.8.8.8/evil" })] });
    expect((await here.call("GET", "/endpoints")).body).toEqual([{ ...EMBEDDED_ENDPOINT, keyPresent: true }]);
    await expect(
      look({ release: { id: "rel_2", endpoint: "twin" }, endpoints: [endpoint("twin", { kind: "embedded", baseUrl: "" })] }),
    ).rejects.toThrow("it has no address");
  });
  it("brings only the endpoints and tool services that the release uses", async () => {
    const { refused } = await look({
      files: TOOLED,
      release: { endpoint: "own" },
      endpoints: [endpoint("own"), endpoint("spare"), endpoint("unused")],
      services: [
        service("asked"),
        service("unused"),
        service("shop", { kind: "http", url: "http://8.8.8.8/items" }),
        service("elsewhere", { kind: "http", url: "http://8.8.4.4/items" }),
      ],
    });
    expect(refused).toEqual([]);
    expect((await ids("/endpoints")).sort()).toEqual(["embedded", "own", "spare"]);
    expect((await ids("/tool-services")).sort()).toEqual(["asked", "shop"]);
  });
  it.each<[string, object, object]>([
    ["names the variable AWS_SECRET_ACCESS_KEY", { keyVariable: "AWS_SECRET_ACCESS_KEY" }, {}],
    ["names the variable OTHER", { keyVariable: "OTHER" }, { allowVariables: ["KEY"] }],
    ["has a private address", { baseUrl: "http://127.0.0.1:9/v1" }, {}],
    ["has a private address", { baseUrl: "http://[::ffff:10.0.0.1]/v1" }, {}],
    ["has a private address", { baseUrl: "http://localhost:9/v1" }, {}],
    ["has a private address", { baseUrl: "http://169.254.169.254/v1" }, { allowVariables: ["KEY"] }],
    ["holds a user", { baseUrl: "http://me:pw@8.8.8.8/v1" }, { allowPrivate: true }],
    ["has no address", { baseUrl: "" }, { allowPrivate: true }],
  ])("is not served where its endpoint %s without leave", async (why, change, leave) => {
    const said = { release: { endpoint: "own" }, endpoints: [endpoint("own", change)] };
    await expect(look(said, leave)).rejects.toThrow(why);
    await nothingCame();
  });
  it("is served where the command line gave leave", async () => {
    const own = endpoint("own", { baseUrl: "http://127.0.0.1:9/v1", keyVariable: "KEY" });
    const leave = { allowPrivate: true, allowVariables: ["KEY"] };
    expect(await look({ release: { endpoint: "own" }, endpoints: [own] }, leave)).toMatchObject({ changed: true, refused: [] });
    expect(await ids("/endpoints")).toEqual(expect.arrayContaining(["own"]));
  });
  it("is served without the tool services and the fallback that are refused, and that is said", async () => {
    const files = { ...TOOLED, "tools/more.json": mcp("local"), "tools/most.json": mcp("keyed") };
    const spare = endpoint("spare", { keyVariable: "SECRET" });
    const services = [
      service("asked", { allowPrivate: true }),
      service("local", { url: "http://192.168.0.1/" }),
      service("keyed", { keyVariable: "SECRET" }),
      service("shop", { kind: "http", url: "http://8.8.8.8/items" }),
    ];
    const more = files["tools/more.json"].replace('"ask"', '"more"');
    const most = files["tools/most.json"].replace('"ask"', '"most"');
    const all = { ...files, "tools/more.json": more, "tools/most.json": most };
    const { changed, refused } = await look({ files: all, endpoints: [spare], services });
    expect(changed).toBe(true);
    expect(refused.map((one) => one.split(" ").slice(0, 4).join(" ")).sort()).toEqual(
      ["The endpoint spare is", "The tool service asked", "The tool service keyed", "The tool service local"].sort(),
    );
    expect(await ids("/tool-services")).toEqual(["shop"]);
  });
  it("changes nothing where a copy breaks off", async () => {
    const said = {
      release: { endpoint: "own" },
      endpoints: [endpoint("own")],
      faq: { entries: [{ question: "q", answer: "a" }], hash: "h" },
    };
    await expect(look({ ...said, broken: true })).rejects.toThrow("cut off");
    await nothingCame();
  });
  it("changes nothing where the release cannot be written", async () => {
    await here.call("POST", "/projects", { id: "other", name: "O" });
    await here.call("POST", "/projects/other/versions/import", { files: SMALL_BUNDLE });
    const body = { version: hashManifest(manifestOf(SMALL_BUNDLE)), reason: "r", expectedRelease: null, ...OVERRIDDEN };
    const { id } = (await here.call("POST", "/projects/other/releases/promote", body)).body;
    const said = { release: { id, endpoint: "own" }, endpoints: [endpoint("own")] };
    await expect(look(said)).rejects.toThrow();
    expect(await ids("/projects")).toEqual(["other"]);
    expect(await ids("/endpoints")).toEqual(["embedded"]);
  });
  it("has its last release served on where a new one names no endpoint", async () => {
    await look({});
    await expect(look({ release: { id: "rel_2", endpoint: null } })).rejects.toThrow("names no endpoint");
    expect(await ids("/projects/p/releases")).toEqual(["rel_1"]);
  });
});
