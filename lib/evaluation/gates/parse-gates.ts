import { Gates } from "@/lib/contracts/gates";
import type { Diagnostic } from "@/lib/contracts/harness";
import { diagnostic } from "@/lib/harness/diagnose";
import { parseYaml } from "@/lib/harness/yaml-source";

/** Reads a gates file; each problem has its line. `gates` is null where there is one. */
export function parseGates(path: string, text: string): { gates: Gates | null; diagnostics: Diagnostic[] } {
  const source = parseYaml(path, text);
  if (source.diagnostics.length > 0) return { gates: null, diagnostics: source.diagnostics };
  const parsed = Gates.safeParse(source.value);
  if (parsed.success) {
    const { baseline, compare } = parsed.data;
    if (!compare || baseline) return { gates: parsed.data, diagnostics: [] };
    const missing = diagnostic(path, "error", "gates-baseline", "compare: needs a baseline", source.placeOfKey("compare"));
    return { gates: null, diagnostics: [missing] };
  }
  const diagnostics = parsed.error.issues.flatMap((issue): Diagnostic[] => {
    const keys = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
    const field = keys.length === 0 ? "" : `${keys.join(".")}: `;
    if (issue.code !== "unrecognized_keys") {
      return [diagnostic(path, "error", "gates-invalid", `${field}${issue.message}`, source.placeOf(keys))];
    }
    const parent = keys.map(String);
    return issue.keys.map((key) =>
      diagnostic(path, "error", "gates-field-unknown", `${field}${key} is no gate`, source.placeOfKey(key, parent)),
    );
  });
  return { gates: null, diagnostics };
}
