import type { Diagnostic } from "@/lib/contracts/harness";
import { monaco } from "./monaco";

const severities = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
} as const;

/** Squiggles under the rest of the line from where each problem of the file begins. */
export function toMarkers(diagnostics: readonly Diagnostic[], path: string): monaco.editor.IMarkerData[] {
  return diagnostics
    .filter((diagnostic) => diagnostic.path === path)
    .map((diagnostic) => ({
      severity: severities[diagnostic.severity],
      message: diagnostic.message,
      code: diagnostic.code,
      startLineNumber: diagnostic.line,
      startColumn: diagnostic.column,
      endLineNumber: diagnostic.line,
      endColumn: 10_000,
    }));
}
