import "server-only";
import type { Store } from "@/db/client";
import type { Analyst } from "@/lib/contracts/evolution";
import type { AnalystPort } from "@/lib/evolution/analyst";
import { createHeuristicAnalyst } from "@/lib/evolution/heuristic/heuristic-analyst";
import { createLlmAnalyst } from "@/lib/evolution/llm/llm-analyst";
import { badRequest } from "./app-error";
import { requireEndpoint } from "./lookups";
import { EndpointUnusable, modelOfEndpoint } from "./runs/endpoint-model";

/** The analyst that a person chose: the built-in program, or a model behind an endpoint. */
export function createAnalyst(store: Store, analyst: Analyst): AnalystPort {
  if (analyst.kind === "heuristic") return createHeuristicAnalyst();
  if (analyst.endpoint === null) throw badRequest("analyst.endpoint: name the endpoint of the model");
  const endpoint = requireEndpoint(store, analyst.endpoint);
  if (endpoint.kind === "embedded") throw badRequest("analyst.endpoint: the embedded policy is no analyst");
  try {
    return createLlmAnalyst(modelOfEndpoint(endpoint));
  } catch (error) {
    throw error instanceof EndpointUnusable ? badRequest(`analyst.endpoint: ${error.message}`) : error;
  }
}
