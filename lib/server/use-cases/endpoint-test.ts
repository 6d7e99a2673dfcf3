import "server-only";
import type { Endpoint, EndpointInput, EndpointTest } from "@/lib/contracts/endpoint";
import type { ChatRequest } from "@/lib/contracts/model";
import { createOpenAiModel } from "@/lib/models/openai";
import { testEndpoint as testModel } from "@/lib/models/test-endpoint";
import { EMBEDDED_ENDPOINT, embeddedFetch } from "@/lib/simulation/embedded-fetch";
import { badRequest } from "../app-error";
import { refuseCredentials } from "./endpoints";

const CALL_TIMEOUT_MS = 10_000;

/** The embedded policy knows shops and nothing else, so its tool call is tried with a shop's question. */
const PRICE_QUESTION: ChatRequest = {
  messages: [
    { role: "system", content: "Always call get_price before you say a price." },
    { role: "user", content: "How much is link 3?" },
  ],
  tools: [
    {
      name: "get_price",
      description: "The current price of a link.",
      inputSchema: { type: "object", properties: { link_id: { type: "integer" } }, required: ["link_id"] },
    },
  ],
  decoding: { temperature: 0, topP: 1, maxTokens: 256, seed: 1 },
};

async function testEmbedded(): Promise<EndpointTest> {
  const endpoint = EMBEDDED_ENDPOINT;
  const tested = await testModel({ endpoint, keyVariable: "", fetch: embeddedFetch });
  const outcome = await createOpenAiModel({ endpoint, fetch: embeddedFetch }).chat(PRICE_QUESTION, {
    timeoutMs: CALL_TIMEOUT_MS,
  });
  const call = outcome.ok ? outcome.toolCalls[0] : undefined;
  const steps = tested.steps.map((step) => {
    if (step.name !== "Tool call") return step;
    return call
      ? { ...step, state: "passed" as const, detail: `The policy called ${call.name}(${call.arguments}).` }
      : { ...step, state: "failed" as const, detail: "The policy answered without calling the tool." };
  });
  return { ...tested, steps, ok: steps.every((step) => step.state === "passed") };
}

/** Tries an endpoint step by step. A key is read from the environment and sent to the endpoint alone. */
export async function testEndpoint(
  input: Omit<EndpointInput, "id" | "name" | "baseUrl"> & { embedded: boolean; baseUrl: string },
): Promise<EndpointTest> {
  if (input.embedded) return testEmbedded();
  if (input.baseUrl === "") throw badRequest("baseUrl: it is empty");
  refuseCredentials(input.baseUrl);
  const endpoint: Pick<Endpoint, "id" | "baseUrl" | "model" | "checkpoint" | "kind"> = { ...input, id: "test", kind: "openai" };
  const apiKey = input.keyVariable === "" ? undefined : process.env[input.keyVariable];
  return testModel({ endpoint, apiKey, keyVariable: input.keyVariable });
}
