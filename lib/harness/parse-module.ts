import { type Diagnostic, type Module, ModuleSlot } from "@/lib/contracts/harness";
import { diagnostic } from "./diagnose";
import { parseCode } from "./parse-code";

/** Reads the code of a slot. The module is parsed, never run; one with an error is left out of the harness. */
export function parseModule(path: string, code: string): { module: Module | null; diagnostics: Diagnostic[] } {
  const slot = ModuleSlot.safeParse((path.split("/").at(-1) ?? path).replace(/\.js$/, ""));
  if (!slot.success) {
    const message = `the file of a module is named after its slot: ${ModuleSlot.options.map((name) => `modules/${name}.js`).join(", ")}`;
    return { module: null, diagnostics: [diagnostic(path, "warning", "module-slot-unknown", message)] };
  }
  const { diagnostics } = parseCode("module", path, code);
  return { module: diagnostics.length > 0 ? null : { path, slot: slot.data, code }, diagnostics };
}
