import { type Node, type Program, parse } from "acorn";
import type { Diagnostic } from "@/lib/contracts/harness";
import { diagnostic, type Place } from "./diagnose";

export type ParsedCode = { ok: true; program: Program; diagnostics: Diagnostic[] } | { ok: false; diagnostics: Diagnostic[] };

/**
 * Parses sandboxed code, an ES module that imports nothing and has a default export; it is never run here. Diagnostic codes
 * begin with `kind`.
 */
export function parseCode(kind: "hook" | "module", path: string, code: string): ParsedCode {
  let program: Program;
  try {
    program = parse(code, { ecmaVersion: 2022, sourceType: "module", locations: true });
  } catch (error) {
    const { message, place } = syntaxError(error);
    return { ok: false, diagnostics: [diagnostic(path, "error", `${kind}-syntax`, message, place)] };
  }
  const diagnostics: Diagnostic[] = [];
  for (const node of program.body) {
    const imports = node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration";
    if (imports || (node.type === "ExportNamedDeclaration" && node.source)) {
      const message = `a ${kind} cannot import: it runs alone in the sandbox`;
      diagnostics.push(diagnostic(path, "error", `${kind}-import`, message, placeOf(node)));
    }
  }
  if (!hasDefaultExport(program)) {
    const message = `export a handler: export default ${kind === "hook" ? "function (event)" : "async function (input, host)"} { … }`;
    diagnostics.push(diagnostic(path, "error", `${kind}-handler-missing`, message, placeOf()));
  }
  return { ok: true, program, diagnostics };
}

export function placeOf(node?: Node | null): Place {
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

export function exportedName(node: { type: "Identifier"; name: string } | { type: "Literal"; value?: unknown }): string {
  return node.type === "Identifier" ? node.name : String(node.value);
}
