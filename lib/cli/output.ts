import { visibleText } from "@/lib/contracts/visible-text";
import type { CommonOptions } from "./connection";

/** Prints the value as JSON where that was asked for, and the text otherwise, in which nothing steers the terminal. */
export function print(options: CommonOptions, value: unknown, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value, null, 2) : visibleText(text)}\n`);
}

/** A line of progress on standard error; nothing where JSON was asked for. */
export function note(options: CommonOptions, text: string): void {
  if (!options.json) process.stderr.write(`${visibleText(text)}\n`);
}
