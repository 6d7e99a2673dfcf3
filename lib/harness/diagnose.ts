import type { Diagnostic, Severity } from "@/lib/contracts/harness";

/** A place in a file, from 1. */
export interface Place {
  line: number;
  column: number;
}

export const FILE_START: Place = { line: 1, column: 1 };

export function diagnostic(
  path: string,
  severity: Severity,
  code: string,
  message: string,
  place: Place = FILE_START,
): Diagnostic {
  return { path, line: Math.max(1, place.line), column: Math.max(1, place.column), severity, code, message };
}

/** Line and column of an offset in a text. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, Math.max(0, offset));
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: before.length - lineStart + 1 };
}
