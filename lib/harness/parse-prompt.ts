import type { Diagnostic, PromptBlock } from "@/lib/contracts/harness";
import { diagnostic, type Place } from "./diagnose";
import { splitFrontMatter } from "./front-matter";
import { parseCondition, parseLiquid } from "./liquid";
import { parseYaml } from "./yaml-source";

const KNOWN_FIELDS = new Set(["order", "when", "name", "description", "compact"]);

/**
 * Reads a prompt block. The order comes from the header, or else from the number its file name begins with, or else 1000.
 * A block with a broken header, condition or template is left out of the harness.
 */
export function parsePrompt(path: string, text: string): { block: PromptBlock | null; diagnostics: Diagnostic[] } {
  const { header, headerLine, body, bodyLine, unclosed } = splitFrontMatter(text);
  const source = parseYaml(path, header ?? "", headerLine);
  if (source.diagnostics.length > 0) return { block: null, diagnostics: source.diagnostics };
  const diagnostics: Diagnostic[] = [];
  const report = (severity: Diagnostic["severity"], code: string, message: string, place: Place) =>
    diagnostics.push(diagnostic(path, severity, code, message, place));
  if (unclosed) report("error", "prompt-header-unclosed", "the YAML header has no closing --- line", { line: 1, column: 1 });
  const fields = source.value ?? {};
  if (typeof fields !== "object" || Array.isArray(fields)) {
    report("error", "prompt-header-invalid", "the header must be a mapping of fields", { line: 2, column: 1 });
    return { block: null, diagnostics };
  }
  const values = new Map<string, unknown>(Object.entries(fields));
  for (const key of values.keys()) {
    if (!KNOWN_FIELDS.has(key))
      report("info", "prompt-field-unknown", `${key} is not a known field and has no effect`, source.placeOfKey(key));
  }

  const baseName = (path.split("/").at(-1) ?? path).replace(/\.md$/, "");
  const order = values.get("order");
  if (order !== undefined && typeof order !== "number")
    report("error", "prompt-order-invalid", "order must be a number", source.placeOf(["order"]));

  const when = values.get("when");
  const condition = when === undefined || when === null ? undefined : String(when);
  if (condition !== undefined) {
    const parsed = parseCondition(condition);
    if (!parsed.ok) report("error", "prompt-when-invalid", `when: ${parsed.message}`, source.placeOf(["when"]));
  }

  const compact = values.get("compact");
  if (compact !== undefined && typeof compact !== "boolean")
    report("error", "prompt-compact-invalid", "compact must be true or false", source.placeOf(["compact"]));

  const template = parseLiquid(body);
  if (!template.ok) {
    const place = { line: template.place.line + bodyLine - 1, column: template.place.column };
    report("error", "liquid-syntax", template.message, place);
  } else if (body.trim() === "") {
    report("warning", "prompt-empty", "the block has no text", { line: bodyLine, column: 1 });
  }

  if (diagnostics.some((item) => item.severity === "error")) return { block: null, diagnostics };
  return {
    block: {
      path,
      name: baseName.replace(/^\d+[-_]?/, "") || baseName,
      order: typeof order === "number" ? order : Number(/^\d+/.exec(baseName)?.[0] ?? 1_000),
      ...(condition === undefined ? {} : { when: condition }),
      template: body,
      bodyLine,
      compact: compact !== false,
    },
    diagnostics,
  };
}
