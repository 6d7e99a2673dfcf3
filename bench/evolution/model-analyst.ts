import { Endpoint } from "@/lib/contracts/endpoint";
import type { AnalystPort } from "@/lib/evolution/analyst";
import { createLlmAnalyst } from "@/lib/evolution/llm/llm-analyst";
import { modelOfEndpoint } from "@/lib/server/runs/endpoint-model";

/** The analyst over the model that `text` names: base URL, model and, where it needs one, the variable that holds its key. */
export function modelAnalyst(text: string): AnalystPort {
  const [baseUrl = "", model = "", keyVariable = ""] = text.trim().split(/\s+/);
  const endpoint = Endpoint.parse({
    ...{ id: "bench", name: "Bench", kind: "openai", baseUrl, model, checkpoint: "", keyVariable },
    ...{ promptPrice: null, completionPrice: null, createdAt: new Date().toISOString() },
  });
  return createLlmAnalyst(modelOfEndpoint(endpoint));
}
