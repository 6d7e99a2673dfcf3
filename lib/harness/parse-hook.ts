import { type Node, type Program, parse } from "acorn";
import { type Diagnostic, type Hook, HookEvent } from "@/lib/contracts/harness";
import { diagnostic, type Place } from "./diagnose";

const EXAMPLE = 'export const events = ["PreToolUse"];';

/**
 * Reads a hook: an ES module that exports `events`, an array of event names, and a default handler. The module is parsed,
 * never run. A hook with an error is left out of the harness.
 */
export function parseHook(path: string, code: string): { hook: Hook | null; diagnostics: Diagnostic[] } {
  let program: Program;
  try {
    program = parse(code, { ecmaVersion: 2022, sourceType: "module", locations: true });
  } catch (error) {
    const { message, place } = syntaxError(error);
    return { hook: null, diagnostics: [diagnostic(path, "error", "hook-syntax", message, place)] };
  }
  const diagnostics: Diagnostic[] = [];
  const report = (code: string, message: string, node?: Node | null) =>
    diagnostics.push(diagnostic(path, "error", code, message, placeOf(node)));

  for (const node of program.body) {
    const imports = node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration";
    if (imports || (node.type === "ExportNamedDeclaration" && node.source)) {
      report("hook-import", "a hook cannot import: it runs alone in the sandbox", node);
    }
  }
  if (!hasDefaultExport(program)) report("hook-handler-missing", "export a handler: export default function (event) { … }");

  const declared = eventsNode(program);
  const events: HookEvent[] = [];
  if (declared === undefined) {
    report("hook-events-missing", `export the events it listens to: ${EXAMPLE}`);
  } else if (declared === null || declared.type !== "ArrayExpression") {
    report("hook-events-invalid", `events must be an array of event names written out: ${EXAMPLE}`, declared);
  } else {
    for (const element of declared.elements) {
      const value = element?.type === "Literal" ? element.value : undefined;
      const event = HookEvent.safeParse(value);
      if (!event.success) {
        report(
          "hook-event-unknown",
          `${JSON.stringify(value ?? null)} is not an event; use ${HookEvent.options.join(", ")}`,
          element ?? declared,
        );
      } else if (!events.includes(event.data)) {
        events.push(event.data);
      }
    }
    if (declared.elements.length === 0)
      report("hook-events-missing", "events names no event, so the hook would never run", declared);
  }
  if (diagnostics.length > 0) return { hook: null, diagnostics };
  const name = (path.split("/").at(-1) ?? path).replace(/\.js$/, "");
  return { hook: { path, name, events, code }, diagnostics };
}

function placeOf(node?: Node | null): Place {
  return node?.loc ? { line: node.loc.start.line, column: node.loc.start.column + 1 } : { line: 1, column: 1 };
}

function syntaxError(error: unknown): { message: string; place: Place } {
  if (!(error instanceof SyntaxError)) return { message: String(error), place: { line: 1, column: 1 } };
  const loc: unknown = "loc" in error ? error.loc : undefined;
  const line = typeof loc === "object" && loc !== null && "line" in loc ? Number(loc.line) : 1;
  const column = typeof loc === "object" && loc !== null && "column" in loc ? Number(loc.column) + 1 : 1;
  return { message: error.message.replace(/ \(\d+:\d+\)$/, ""), place: { line, column } };
}

function hasDefaultExport(program: Program): boolean {
  return program.body.some(
    (node) =>
      node.type === "ExportDefaultDeclaration" ||
      (node.type === "ExportNamedDeclaration" &&
        node.specifiers.some((specifier) => exportedName(specifier.exported) === "default")),
  );
}

/** The initialiser of the exported `events`: undefined where nothing exports it, null where it has no initialiser. */
function eventsNode(program: Program) {
  const declarators = program.body.flatMap((node) => {
    if (node.type === "VariableDeclaration") return node.declarations.map((declarator) => ({ declarator, exported: false }));
    if (node.type === "ExportNamedDeclaration" && node.declaration?.type === "VariableDeclaration") {
      return node.declaration.declarations.map((declarator) => ({ declarator, exported: true }));
    }
    return [];
  });
  const named = (name: string) =>
    declarators.find(({ declarator }) => declarator.id.type === "Identifier" && declarator.id.name === name);
  const direct = named("events");
  if (direct?.exported) return direct.declarator.init ?? null;
  for (const node of program.body) {
    if (node.type !== "ExportNamedDeclaration" || node.source) continue;
    const specifier = node.specifiers.find((item) => exportedName(item.exported) === "events");
    if (specifier) return named(exportedName(specifier.local))?.declarator.init ?? null;
  }
  return undefined;
}

function exportedName(node: { type: "Identifier"; name: string } | { type: "Literal"; value?: unknown }): string {
  return node.type === "Identifier" ? node.name : String(node.value);
}
