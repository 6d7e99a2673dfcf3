import { type Diagnostic, type Tool, ToolBinding } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { diagnostic } from "./diagnose";
import { httpBindingProblems } from "./http-binding-problems";
import { parseJsonSource, pointerToken } from "./json-source";
import { schemaProblems } from "./tool-schema";

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const KNOWN_FIELDS = new Set(["name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta", "binding"]);
const BINDING_KINDS = ToolBinding.options.map((option) => JSON.stringify(option.shape.kind.value)).join(", ");

export interface ParsedTool {
  tool: Tool | null;
  namePlace: { line: number; column: number };
  diagnostics: Diagnostic[];
}

/** Reads a tool file: an MCP Tool with a binding. A tool with an error is left out of the harness. */
export function parseTool(path: string, text: string): ParsedTool {
  const source = parseJsonSource(text);
  if (!source.ok) {
    const diagnostics = [diagnostic(path, "error", "json-syntax", source.message, source.place)];
    return { tool: null, namePlace: source.place, diagnostics };
  }
  const diagnostics: Diagnostic[] = [];
  const report = (severity: Diagnostic["severity"], code: string, message: string, pointer: string) =>
    diagnostics.push(diagnostic(path, severity, code, message, source.placeOf(pointer)));
  const namePlace = source.placeOf("/name");
  if (!isObject(source.value)) {
    report("error", "tool-invalid", "the file must hold one JSON object", "");
    return { tool: null, namePlace, diagnostics };
  }
  const { name, description, inputSchema, annotations, binding } = source.value;
  for (const key of Object.keys(source.value)) {
    if (!KNOWN_FIELDS.has(key)) report("info", "tool-field-unknown", `${key} is not a known field and has no effect`, `/${key}`);
  }
  if (typeof name !== "string" || !NAME.test(name)) {
    report("error", "tool-name-invalid", "name must be 1 to 64 letters, digits, hyphens or underscores", "/name");
  }
  if (typeof description !== "string" || description.trim() === "") {
    report(
      "warning",
      "tool-description-missing",
      "without a description the policy cannot know when to call the tool",
      "/description",
    );
  }
  if (inputSchema === undefined) {
    report("error", "tool-schema-missing", "the tool has no inputSchema", "");
  } else {
    for (const problem of schemaProblems(inputSchema)) {
      report(problem.severity, problem.code, problem.message, `/inputSchema${problem.pointer}`);
    }
  }
  if (annotations !== undefined && !isObject(annotations)) {
    report("error", "tool-annotations-invalid", "annotations must be an object", "/annotations");
  }
  const parsedBinding = ToolBinding.safeParse(binding);
  if (binding === undefined) {
    report("error", "tool-binding-missing", `the tool has no binding; its kind is one of ${BINDING_KINDS}`, "");
  } else if (!parsedBinding.success) {
    for (const issue of parsedBinding.error.issues) {
      const pointer = `/binding${issue.path.map((key) => `/${pointerToken(String(key))}`).join("")}`;
      const text = issue.code === "invalid_union" ? `kind must be one of ${BINDING_KINDS}` : issue.message;
      const field = issue.path.length > 0 && issue.code !== "invalid_union" ? `${issue.path.join(".")}: ` : "";
      report("error", "tool-binding-invalid", `binding: ${field}${text}`, pointer);
    }
  } else if (parsedBinding.data.kind === "http") {
    const schema = isObject(inputSchema) ? inputSchema : {};
    for (const problem of httpBindingProblems(parsedBinding.data, schema)) {
      report(problem.severity, problem.code, problem.message, `/binding${problem.pointer}`);
    }
  }
  const failed = diagnostics.some((item) => item.severity === "error");
  if (failed || typeof name !== "string" || !isObject(inputSchema) || !parsedBinding.success) {
    return { tool: null, namePlace, diagnostics };
  }
  const tool: Tool = {
    path,
    name,
    description: typeof description === "string" ? description : "",
    inputSchema,
    ...(isObject(annotations) ? { annotations } : {}),
    binding: parsedBinding.data,
  };
  return { tool, namePlace, diagnostics };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
