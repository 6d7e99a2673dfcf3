import { Ajv2020, type AnySchema, type ValidateFunction } from "ajv/dist/2020.js";
import type { RegExpEngine } from "ajv/dist/types/index.js";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { isQuickPattern, MAX_TESTED } from "@/lib/harness/linear-pattern";
import { isInnerReference, isJsonObject, mapSchemas } from "@/lib/harness/schema-positions";

/** What a schema says of a value: it fits, it does not and why (at most 500 characters), or the schema cannot be used. */
type SchemaFinding = { ok: true } | { ok: false; why: "value" | "schema"; problem: string };

export type SchemaCheck = (value: JsonValue) => SchemaFinding;

const MAX_PROBLEM = 500;
const MAX_VALUES = 20;
/** Characters that are tried on patterns in one check, and references that are followed. */
const MAX_TESTED_IN_ALL = 10 * MAX_TESTED;
const MAX_REFERENCES = 100_000;
const COUNTED = "x-studio-counted-reference";

const FITS: SchemaFinding = { ok: true };
/** Knows the schema of schemas, and no schema of a tool: it would keep every one for ever. */
const grammar = new Ajv2020({ strict: false, logger: false });

/**
 * A check of values under a schema that somebody else wrote, which cannot keep the process busy: patterns are tried only where
 * they are surely quick, and with `patterns: false` not at all; `uniqueItems` has no effect. Never throws, nor does the check.
 */
export function schemaCheck(schema: JsonObject, { patterns }: { patterns: boolean }): SchemaCheck {
  const spent = { tested: 0, references: 0, tooLong: false };
  let validate: ValidateFunction;
  try {
    validate = compiled(schema, patterns ? isQuickPattern : () => false, spent);
  } catch (error) {
    const finding = unusable(error);
    return () => finding;
  }
  return (value) => {
    Object.assign(spent, { tested: 0, references: 0, tooLong: false });
    try {
      const answer: unknown = validate(value);
      return answer === true ? FITS : { ok: false, why: "value", problem: problemOf(validate, spent.tooLong) };
    } catch (error) {
      return unusable(error);
    }
  };
}

interface Spent {
  tested: number;
  references: number;
  tooLong: boolean;
}

function compiled(schema: JsonObject, isTried: (pattern: string) => boolean, spent: Spent): ValidateFunction {
  // An unknown dialect says nothing here, and an asynchronous check would answer with a promise.
  const { $schema: _dialect, $id: _id, ...known } = schema;
  const usable = usableSchema(known, isTried);
  if (!grammar.validateSchema(usable)) throw new Error(grammar.errorsText(grammar.errors, { dataVar: "schema" }));
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: false,
    meta: false,
    validateSchema: false,
    code: { regExp: patternEngine(isTried, spent) },
  });
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: COUNTED,
    validate: () => {
      spent.references += 1;
      if (spent.references > MAX_REFERENCES) throw new Error("its references take too long to follow");
      return true;
    },
  });
  return ajv.compile(usable);
}

function usableSchema(schema: JsonObject, isTried: (pattern: string) => boolean): AnySchema & JsonObject {
  const usable = mapSchemas(schema, ({ $async: _, $dynamicRef: __, $recursiveRef: ___, ...kept }) => {
    const { $ref, patternProperties } = kept;
    if (typeof $ref === "string") {
      if (!isInnerReference($ref)) throw new Error(`the reference ${$ref} does not lead to a schema inside it`);
      kept[COUNTED] = true;
    }
    if (isJsonObject(patternProperties)) {
      // A pattern that is not tried fits every name: nothing must be asked of the property then.
      const entries = Object.entries(patternProperties).map(
        ([pattern, each]) => [pattern, isTried(pattern) ? each : true] as const,
      );
      kept.patternProperties = Object.fromEntries(entries);
    }
    return kept;
  });
  return isJsonObject(usable) ? usable : {};
}

function patternEngine(isTried: (pattern: string) => boolean, spent: Spent): RegExpEngine {
  const engine = (pattern: string, flags: string) => {
    if (!isTried(pattern)) return { test: () => true, toString: () => `untried ${pattern}` };
    const expression = new RegExp(pattern, flags);
    return {
      test: (text: string) => {
        spent.tested += text.length;
        if (text.length <= MAX_TESTED && spent.tested <= MAX_TESTED_IN_ALL) return expression.test(text);
        spent.tooLong = true;
        return false;
      },
      toString: () => String(expression),
    };
  };
  return Object.assign(engine, { code: "new RegExp" });
}

function problemOf({ errors }: ValidateFunction, tooLong: boolean): string {
  const problems = (errors ?? []).slice(0, MAX_VALUES).map(({ instancePath, keyword, message, params }) => {
    const place = instancePath === "" ? "" : `${instancePath.slice(1).replaceAll("/", ".")} `;
    if (keyword === "pattern" && tooLong) return `${place}is too long to be checked`;
    const allowed: unknown = params.allowedValues;
    const values = Array.isArray(allowed) ? allowed.slice(0, MAX_VALUES).map((value) => JSON.stringify(value)) : [];
    return `${place}${message ?? "is not valid"}${values.length > 0 ? `: ${values.join(", ")}` : ""}`;
  });
  return bounded([...new Set(problems)].join("; ") || "it is not valid");
}

function unusable(error: unknown): SchemaFinding {
  if (error instanceof RangeError) return { ok: false, why: "schema", problem: "it goes too deep, or round in a circle" };
  return { ok: false, why: "schema", problem: bounded(error instanceof Error ? error.message : "it does not compile") };
}

const bounded = (text: string): string => (text.length > MAX_PROBLEM ? `${text.slice(0, MAX_PROBLEM - 1)}…` : text);
