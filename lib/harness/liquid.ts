import { Liquid, type Template } from "liquidjs";
import type { Place } from "./diagnose";

/**
 * How every Liquid engine is set: no file access, own properties only, an empty string and 0 are falsy, and work is bounded.
 * Unknown filters and tags are errors at parsing; unknown variables render as nothing.
 */
export const LIQUID_SETTINGS = {
  templates: {},
  ownPropertyOnly: true,
  strictFilters: true,
  strictVariables: false,
  jsTruthy: true,
  parseLimit: 1_000_000,
  renderLimit: 1_000,
  memoryLimit: 10_000_000,
};

const engine = new Liquid(LIQUID_SETTINGS);

export type LiquidTemplate = Template[];

export type LiquidParse = { ok: true; template: LiquidTemplate } | { ok: false; message: string; place: Place };

/** Parses a template; the place counts in the text given. */
export function parseLiquid(text: string): LiquidParse {
  try {
    return { ok: true, template: engine.parse(text) };
  } catch (error) {
    return { ok: false, message: liquidMessage(error), place: placeOfError(error) };
  }
}

/** Parses a condition, an expression as in `{% if … %}`; render it with `holds`. */
export function parseCondition(expression: string): LiquidParse {
  if (/[{}]|%\}/.test(expression)) {
    return { ok: false, message: "a condition is a Liquid expression without tags", place: { line: 1, column: 1 } };
  }
  return parseLiquid(`{% if ${expression} %}yes{% endif %}`);
}

export function renderLiquid(template: LiquidTemplate, scope: object): string {
  return String(engine.renderSync(template, scope));
}

export function holds(condition: LiquidTemplate, scope: object): boolean {
  return renderLiquid(condition, scope) === "yes";
}

export function liquidMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split("\n")[0] ?? message).replace(/,? line:\d+(, col:\d+)?/, "");
}

function placeOfError(error: unknown): Place {
  const found = /line:(\d+)(?:, col:(\d+))?/.exec(error instanceof Error ? error.message : "");
  return { line: Number(found?.[1] ?? 1), column: Number(found?.[2] ?? 1) };
}
