import "server-only";
import { inspect } from "node:util";
import { visibleText } from "@/lib/contracts/visible-text";

/**
 * An error as it goes to the log. Messages may hold what a model or a case file said: only the first line begins at the margin,
 * so that no text can pass for an entry of its own, and nothing in it steers a terminal.
 */
export const logText = (error: unknown): string =>
  visibleText(error instanceof Error ? inspect(error, { depth: 4 }) : String(error)).replaceAll("\n", "\n    ");
