import { describe, expect, it } from "vitest";
import type { Bundle, Harness } from "@/lib/contracts/harness";
import { ReleaseManifest } from "@/lib/contracts/release";
import type { PolicyIdentity } from "@/lib/contracts/release-gate";
import { hashBundle } from "@/lib/harness/hash";
import { parseHarness } from "@/lib/harness/parse";
import { buildManifest, type ManifestFacts, manifestHash } from "./build-manifest";
import { manifestProblems } from "./verify-manifest";

const tool = (description: string) =>
  JSON.stringify({ name: "price", description, inputSchema: { type: "object" }, binding: {} });
const FILES: Bundle = {
  "harness.yaml": "name: Small\nfallback: {endpoint: spare}\n",
  "prompt/01-role.md": "---\norder: 1\n---\nAnswer.\n",
  "tools/price.json": tool("The price.").replace('"binding":{}', '"binding":{"kind":"fixture","table":"price"}'),
};
const HASH = hashBundle(FILES);

function parsed(files: Bundle): Harness {
  const { harness } = parseHarness(files);
  if (!harness) throw new Error("the harness of this test does not parse");
  return harness;
}
const harness = parsed(FILES);
const policy: PolicyIdentity = {
  endpoint: "local",
  kind: "openai",
  baseUrl: "http://h/v1",
  model: "m",
  checkpoint: "c1",
  decoding: harness.config.decoding,
};
const facts: ManifestFacts = {
  ...{ project: "p", channel: "production", release: "rel_1", sequence: 1 },
  harness: { hash: HASH, files: 3, parsed: harness },
  policy,
  gates: {
    ...{ schemaVersion: 1, project: "p", channel: "production", version: HASH, versionName: "Small", policy },
    ...{ settingsVersion: 4, gateVersion: "gates-1", baseline: null, passed: false, at: "2026-01-01T00:00:00.000Z" },
    gates: [
      { name: "latency", required: true, state: "passed", items: [], runs: ["run_1"], marks: [], remedies: [] },
      { name: "regression", required: true, state: "failed", items: [], runs: ["run_1", "run_2"], marks: [], remedies: [] },
    ],
  },
  overridden: ["regression"],
  runs: [
    { id: "run_1", dataset: "ds", datasetVersion: "d1", checkVersion: "7", judge: null },
    { id: "run_2", dataset: "ds", datasetVersion: "d1", checkVersion: "7", judge: { id: "reply", version: "j1" } },
  ],
  ...{ named: "run_2", checkVersion: "8", previous: null, audit: { id: 3, hash: "h" }, actor: "ada" },
  createdAt: "2026-01-01T00:00:00.000Z",
};
const manifest = buildManifest(facts);
const there = (change: object = {}) => ({
  release: {
    ...{ id: "rel_1", project: "p", channel: "production", version: HASH, endpoint: "local" },
    ...{ manifestHash: manifestHash(manifest), ...change },
  },
  files: FILES,
  stored: manifest,
});

describe("a manifest", () => {
  it("binds policy, harness, tools, thresholds, sets, judge, gates and runs", () => {
    expect(ReleaseManifest.parse(manifest)).toEqual(manifest);
    expect(manifest).toMatchObject({
      harness: { hash: HASH, name: "Small", files: 3 },
      policy,
      tools: [{ name: "price", schemaHash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      fallback: { fallback: { endpoint: "spare" } },
      gates: { gateVersion: "gates-1", settingsVersion: 4, overridden: ["regression"] },
      runs: ["run_2", "run_1"],
    });
    expect(manifest.evaluation).toEqual({
      sets: [
        { dataset: "ds", version: "d1", gate: "latency" },
        { dataset: "ds", version: "d1", gate: "regression" },
      ],
      checkVersion: "7",
      judge: { id: "reply", version: "j1" },
    });
  });
  it("has one hash whatever the order of its keys, and another for every change", () => {
    const turned = Object.fromEntries(Object.entries(manifest).reverse());
    expect(manifestHash(turned)).toBe(manifestHash(manifest));
    expect(manifestHash({ ...manifest, actor: "eve" })).not.toBe(manifestHash(manifest));
  });
});

describe("what is there", () => {
  it("is what the manifest says", () => expect(manifestProblems(manifest, there())).toEqual([]));
  it.each([
    ["another release", { id: "rel_2" }, "is that of the release rel_1"],
    ["another channel", { channel: "canary" }, "is that of production"],
    ["another version", { version: "0".repeat(64) }, "The release names the version 000000000000"],
    ["another endpoint", { endpoint: null }, "The release names no endpoint"],
    ["another hash", { manifestHash: "x" }, "not the one whose hash was recorded"],
  ])("may be %s", (_, change, problem) => expect(manifestProblems(manifest, there(change)).join(" ")).toContain(problem));
  it("may be other files, or none", () => {
    const files = { ...FILES, "prompt/01-role.md": "---\norder: 1\n---\nLie.\n" };
    expect(manifestProblems(manifest, { ...there(), files })[0]).toMatch(/^The files of the harness have the hash/);
    expect(manifestProblems(manifest, { ...there(), files: null })).toEqual(["The files of the harness cannot be read."]);
  });
  it("may be another tool, threshold or decoding than the manifest says", () => {
    const limits = { ...manifest.fallback.limits, rounds: manifest.fallback.limits.rounds + 1 };
    const changed: ReleaseManifest = {
      ...manifest,
      tools: [{ name: "price", schemaHash: "x" }],
      fallback: { ...manifest.fallback, limits },
      policy: { ...policy, decoding: { ...policy.decoding, temperature: 1.9 } },
    };
    const release = { ...there().release, manifestHash: manifestHash(changed) };
    expect(manifestProblems(changed, { ...there(), release, stored: changed })).toEqual([
      "The tool price is not the one of the manifest.",
      "In harness.yaml, limits is not what the manifest says.",
      "In harness.yaml, decoding is not what the manifest says.",
    ]);
  });
});
