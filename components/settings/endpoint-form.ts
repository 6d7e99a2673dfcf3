import { formatCount } from "@/components/ui/format";
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
  maxConcurrency: string;
  callsPerMinute: string;
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
  maxConcurrency: "",
  callsPerMinute: "",
};

const textOf = (value: number | null): string => (value === null ? "" : String(value));

export function fieldsOf(endpoint: Endpoint): EndpointFields {
  const { id, name, baseUrl, model, checkpoint, keyVariable } = endpoint;
  return {
    id,
    name,
    baseUrl,
    model,
    checkpoint,
    keyVariable,
    promptPrice: textOf(endpoint.promptPrice),
    completionPrice: textOf(endpoint.completionPrice),
    maxConcurrency: textOf(endpoint.maxConcurrency),
    callsPerMinute: textOf(endpoint.callsPerMinute),
  };
}

const words: Partial<Record<keyof EndpointFields, string>> = {
  name: "give it a name",
  baseUrl: "must be an address such as http://127.0.0.1:8000/v1",
  model: "name the model the server answers to",
  promptPrice: "must be a number from 0, or empty where unknown",
  completionPrice: "must be a number from 0, or empty where unknown",
  maxConcurrency: "must be a whole number from 1 to 1024, or empty for no limit",
  callsPerMinute: "must be a whole number from 1 to 1000000, or empty for no limit",
};

/** "4 / 120", cases at once and calls a minute, a dash for no limit. */
export const limitsText = ({ maxConcurrency, callsPerMinute }: Pick<Endpoint, "maxConcurrency" | "callsPerMinute">): string =>
  `${formatCount(maxConcurrency)} / ${formatCount(callsPerMinute)}`;

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
    maxConcurrency: numberOf(fields.maxConcurrency),
    callsPerMinute: numberOf(fields.callsPerMinute),
  });
  if (parsed.success) return { input: parsed.data, problems: {} };
  const problems: Partial<Record<keyof EndpointFields, string>> = {};
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? "name") as keyof EndpointFields;
    problems[field] ??= words[field] ?? issue.message;
  }
  return { input: null, problems };
}
