import { toSlug } from "@/components/ui/slug";
import { type ToolService, ToolServiceInput } from "@/lib/contracts/tool-service";

/** The fields of the tool service dialog as typed; those of the other kinds are kept while the kind is changed. */
export interface ToolServiceFields {
  id: string;
  name: string;
  kind: ToolService["kind"];
  url: string;
  keyVariable: string;
  keyHeader: string;
  allowPrivate: boolean;
  command: string;
  /** One argument a line. */
  args: string;
  /** Names of variables, with spaces or commas between them. */
  environment: string;
}

export const emptyService: ToolServiceFields = {
  id: "",
  name: "",
  kind: "mcp-http",
  url: "",
  keyVariable: "",
  keyHeader: "authorization",
  allowPrivate: false,
  command: "",
  args: "",
  environment: "",
};

export function serviceFields(service: ToolService): ToolServiceFields {
  const { id, name, keyVariable, kind } = service;
  const common = { ...emptyService, id, name, keyVariable, kind };
  if (service.kind === "mcp-stdio") {
    const { command, args, environment } = service;
    return { ...common, command, args: args.join("\n"), environment: environment.join(" ") };
  }
  const { url, keyHeader, allowPrivate } = service;
  return { ...common, url, keyHeader, allowPrivate };
}

const words: Partial<Record<keyof ToolServiceFields, string>> = {
  name: "give it a name",
  url: "must be an address such as https://shop.example/api",
  command: "name the program that is to be started",
  environment: "must be names of environment variables",
};

export type ToolServiceProblems = Partial<Record<keyof ToolServiceFields, string>>;

/** The input for the API, or what is wrong with each field. */
export function parseServiceFields(fields: ToolServiceFields): { input: ToolServiceInput | null; problems: ToolServiceProblems } {
  const parsed = ToolServiceInput.safeParse({
    id: fields.id || toSlug(fields.name),
    name: fields.name.trim(),
    kind: fields.kind,
    keyVariable: fields.keyVariable.trim(),
    url: fields.url.trim(),
    keyHeader: fields.keyHeader.trim() || "authorization",
    allowPrivate: fields.allowPrivate,
    command: fields.command.trim(),
    args: fields.args.split("\n").filter((line) => line.trim() !== ""),
    environment: fields.environment.split(/[\s,]+/).filter((name) => name !== ""),
  });
  if (parsed.success) return { input: parsed.data, problems: {} };
  const problems: ToolServiceProblems = {};
  for (const issue of parsed.error.issues) {
    const field = isField(issue.path[0]) ? issue.path[0] : "name";
    problems[field] ??= words[field] ?? issue.message;
  }
  return { input: null, problems };
}

const isField = (key: unknown): key is keyof ToolServiceFields => typeof key === "string" && key !== "id" && key in emptyService;

/** What a service is, in a few words. */
export const kindNames: Record<ToolService["kind"], string> = {
  "mcp-http": "MCP server at an address",
  "mcp-stdio": "MCP server that the studio starts",
  http: "HTTP API",
};
