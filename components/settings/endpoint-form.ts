import { toSlug } from "@/components/ui/slug";
import { type Endpoint, EndpointInput } from "@/lib/contracts/endpoint";

/** The fields of the endpoint dialog as typed. */
export interface EndpointFields {
  id: string;
  name: string;
  baseUrl: string;
  model: string;
  checkpoint: string;
  keyVariable: string;
  promptPrice: string;
  completionPrice: string;
}

export const emptyFields: EndpointFields = {
  id: "",
  name: "",
  baseUrl: "",
  model: "",
  checkpoint: "",
  keyVariable: "",
  promptPrice: "",
  completionPrice: "",
};

export function fieldsOf(endpoint: Endpoint): EndpointFields {
  const { id, name, baseUrl, model, checkpoint, keyVariable, promptPrice, completionPrice } = endpoint;
  return {
    id,
    name,
    baseUrl,
    model,
    checkpoint,
    keyVariable,
    promptPrice: promptPrice === null ? "" : String(promptPrice),
    completionPrice: completionPrice === null ? "" : String(completionPrice),
  };
}

const words: Partial<Record<keyof EndpointFields, string>> = {
  name: "give it a name",
  baseUrl: "must be an address such as http://127.0.0.1:8000/v1",
  model: "name the model the server answers to",
};

const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text.replace(",", ".")));

/** The input for the API, or what is wrong with each field. */
export function parseFields(fields: EndpointFields): {
  input: EndpointInput | null;
  problems: Partial<Record<keyof EndpointFields, string>>;
} {
  const parsed = EndpointInput.safeParse({
    ...fields,
    id: fields.id || toSlug(fields.name),
    name: fields.name.trim(),
    baseUrl: fields.baseUrl.trim(),
    model: fields.model.trim(),
    keyVariable: fields.keyVariable.trim(),
    promptPrice: numberOf(fields.promptPrice),
    completionPrice: numberOf(fields.completionPrice),
  });
  if (parsed.success) return { input: parsed.data, problems: {} };
  const problems: Partial<Record<keyof EndpointFields, string>> = {};
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? "name") as keyof EndpointFields;
    problems[field] ??= words[field] ?? issue.message;
  }
  return { input: null, problems };
}
