import { describe, expect, it } from "vitest";
import type { Release } from "@/lib/contracts/release";
import type { PolicyIdentity } from "@/lib/contracts/release-gate";
import { canGoBack, isAlready, policyText, samePolicy, switchHistory } from "./switches";

const policy = (checkpoint: string): PolicyIdentity => ({
  endpoint: "h20",
  kind: "openai",
  baseUrl: "http://127.0.0.1:8000/v1",
  model: "qwen",
  checkpoint,
  decoding: { temperature: 1, topP: 0.95, maxTokens: 512, stepUpTo: 2_048 },
});

const release = (id: string, change: Partial<Release>): Release => ({
  id,
  project: "p",
  channel: "production",
  sequence: 1,
  kind: "promote",
  switched: "both",
  version: "a",
  versionName: "A",
  endpoint: "h20",
  policy: null,
  gateResults: [],
  run: null,
  reason: "because",
  actor: "Mei",
  requestedBy: null,
  previous: null,
  restored: null,
  override: null,
  evidence: [],
  manifestHash: null,
  signed: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  ...change,
});

describe("the two switches of a channel", () => {
  it("each has the releases at which it moved, newest first", () => {
    const moves = [
      release("4", { version: "b", policy: policy("step-900") }),
      release("3", { version: "b", policy: policy("step-800") }),
      release("2", { version: "a", policy: policy("step-800") }),
      release("1", { version: "a", endpoint: "embedded" }),
    ];
    const { harness, policy: policies } = switchHistory(moves);
    expect(harness.map(({ id }) => id)).toEqual(["3", "1"]);
    expect(policies.map(({ id }) => id)).toEqual(["4", "2", "1"]);
  });

  it("a policy is another one where its checkpoint is, behind the same endpoint", () => {
    expect(samePolicy(release("1", { policy: policy("step-800") }), release("2", { policy: policy("step-900") }))).toBe(false);
    expect(samePolicy(release("1", { policy: policy("step-800") }), release("2", { policy: null }))).toBe(true);
  });

  it("what can go back is what differs", () => {
    const now = release("2", { version: "b", policy: policy("step-900") });
    expect(canGoBack(now, release("1", { version: "a", policy: policy("step-800") }))).toEqual(["both", "harness", "policy"]);
    expect(canGoBack(now, release("1", { version: "a", policy: policy("step-900") }))).toEqual(["harness"]);
    expect(canGoBack(now, release("1", { version: "b", policy: policy("step-800") }))).toEqual(["policy"]);
    expect(canGoBack(now, release("1", { version: "b", policy: policy("step-900") }))).toEqual([]);
  });

  it("an endpoint that serves other weights by now can be promoted again", () => {
    const now = release("1", { policy: policy("step-800") });
    const endpoint = { id: "h20", model: "qwen", baseUrl: "http://127.0.0.1:8000/v1" };
    expect(isAlready(now, "a", { ...endpoint, checkpoint: "step-800" })).toBe(true);
    expect(isAlready(now, "a", { ...endpoint, checkpoint: "step-900" })).toBe(false);
  });

  it("a policy is named by its weights where they are known", () => {
    expect(policyText(release("1", { policy: policy("step-800") }), "H20")).toBe("H20 · qwen, step-800");
    expect(policyText(release("1", {}))).toBe("h20");
    expect(policyText(release("1", { endpoint: null }))).toBe("no policy");
  });
});
