import { Endpoint } from "@/lib/contracts/endpoint";
import { Harness, HarnessConfig } from "@/lib/contracts/harness";
import type { Vote } from "@/lib/contracts/judge";

/** A vote of full marks, changed as given. */
export function sampleVote(overrides: Partial<Vote> = {}): Vote {
  return {
    voter: 0,
    endpoint: "judge-a",
    model: "judge-a",
    checkpoint: "",
    state: "voted",
    reason: null,
    accuracy: 1,
    effectiveness: 1,
    answers: {},
    rationale: "Right.",
    usage: { promptTokens: 100, completionTokens: 10, calls: 1 },
    wallMs: 5,
    ...overrides,
  };
}

/** An endpoint of a voter; nothing listens there unless `baseUrl` says where. */
export function voterEndpoint(id: string, overrides: Partial<Endpoint> = {}): Endpoint {
  return Endpoint.parse({
    id,
    name: id,
    kind: "openai",
    baseUrl: "http://127.0.0.1:1/v1",
    model: id,
    checkpoint: "",
    keyVariable: "",
    promptPrice: null,
    completionPrice: null,
    createdAt: "2026-11-30T10:00:00.000Z",
    ...overrides,
  });
}

const tool = (name: string, binding: object, properties: Record<string, object>) => ({
  path: `tools/${name}.json`,
  name,
  description: name,
  inputSchema: { type: "object", properties },
  binding,
});

/** A small judge with the evidence tools and a tool on a recorded table. */
export const SAMPLE_JUDGE = Harness.parse({
  config: HarnessConfig.parse({ name: "judge", kind: "judge", limits: { rounds: 4 } }),
  prompt: [{ path: "prompt/10-rubric.md", name: "rubric", order: 10, template: "You grade replies.", bodyLine: 1 }],
  skills: [],
  tools: [
    tool("evidence_tool_results", { kind: "builtin", function: "evidence_tool_results" }, { tool: { type: "string" } }),
    tool("evidence_context", { kind: "builtin", function: "evidence_context" }, { key: { type: "string" } }),
    tool("look_up_price", { kind: "fixture", table: "prices" }, { link: { type: "integer" } }),
  ],
  hooks: [],
});
