import {
  Decoding,
  type Diagnostic,
  Fallback,
  HarnessConfig,
  HookSettings,
  Limits,
  ModuleChoices,
  Recovery,
} from "@/lib/contracts/harness";
import { diagnostic } from "./diagnose";
import { parseYaml } from "./yaml-source";

const KNOWN_FIELDS: readonly (readonly [parent: string, fields: readonly string[]])[] = [
  ["", Object.keys(HarnessConfig.shape)],
  ["modules", Object.keys(ModuleChoices.shape)],
  ["limits", Object.keys(Limits.shape)],
  ["fallback", Object.keys(Fallback.shape)],
  ["recovery", Object.keys(Recovery.shape)],
  ["hooks", Object.keys(HookSettings.shape)],
  ["decoding", Object.keys(Decoding.shape)],
];

/** Reads harness.yaml. `config` is null where it cannot be used; unknown fields are information. */
export function parseConfig(path: string, text: string): { config: HarnessConfig | null; diagnostics: Diagnostic[] } {
  const source = parseYaml(path, text);
  if (source.diagnostics.length > 0) return { config: null, diagnostics: source.diagnostics };
  if (!isRecord(source.value)) {
    return {
      config: null,
      diagnostics: [diagnostic(path, "error", "config-invalid", "harness.yaml must be a mapping of fields")],
    };
  }
  const diagnostics: Diagnostic[] = [];
  for (const [parent, fields] of KNOWN_FIELDS) {
    const mapping = parent === "" ? source.value : source.value[parent];
    if (!isRecord(mapping)) continue;
    for (const key of Object.keys(mapping)) {
      if (fields.includes(key)) continue;
      const name = parent === "" ? key : `${parent}.${key}`;
      const place = source.placeOfKey(key, parent === "" ? [] : [parent]);
      diagnostics.push(diagnostic(path, "info", "config-field-unknown", `${name} is not a known field and has no effect`, place));
    }
  }
  const parsed = HarnessConfig.safeParse(source.value);
  if (parsed.success) return { config: parsed.data, diagnostics };
  for (const issue of parsed.error.issues) {
    const keys = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
    const field = keys.length === 0 ? "" : `${keys.join(".")}: `;
    diagnostics.push(diagnostic(path, "error", "config-invalid", `${field}${issue.message}`, source.placeOf(keys)));
  }
  return { config: null, diagnostics };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
