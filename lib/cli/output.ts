import type { CommonOptions } from "./connection";

/** Prints the value as JSON where that was asked for, and the text otherwise. */
export function print(options: CommonOptions, value: unknown, text: string): void {
  console.log(options.json ? JSON.stringify(value, null, 2) : text);
}

/** A line of progress on standard error; nothing where JSON was asked for. */
export function note(options: CommonOptions, text: string): void {
  if (!options.json) console.error(text);
}
