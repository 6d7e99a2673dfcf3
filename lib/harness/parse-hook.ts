import type { Node, Program } from "acorn";
import { type Diagnostic, type Hook, HookEvent } from "@/lib/contracts/harness";
import { diagnostic } from "./diagnose";
import { exportedName, parseCode, placeOf } from "./parse-code";

const EXAMPLE = 'export const events = ["PreToolUse"];';

/**
 * Reads a hook: an ES module that exports `events`, an array of event names, and a default handler. The module is parsed,
 * never run. A hook with an error is left out of the harness.
 */
export function parseHook(path: string, code: string): { hook: Hook | null; diagnostics: Diagnostic[] } {
  const parsed = parseCode("hook", path, code);
  if (!parsed.ok) return { hook: null, diagnostics: parsed.diagnostics };
  const { program, diagnostics } = parsed;
  const report = (code: string, message: string, node?: Node | null) =>
    diagnostics.push(diagnostic(path, "error", code, message, placeOf(node)));

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
