import type { Field, Shape } from "@/lib/client/author-shapes";
import { typeText } from "@/lib/client/author-types";

export interface Member extends Field {
  /** Where only some variants of the value have it: which, for example `Stop` or `ok: false`. */
  only: string;
  method: boolean;
  /** As shown: the type, or the method's signature. */
  type: string;
}

type Result = "same" | "item" | "items" | "text" | "texts" | "number" | "truth" | "unknown" | "mapped" | "flattened";

interface Method {
  signature: string;
  result: Result;
  description: string;
}

const method = (signature: string, result: Result, description: string): Method => ({ signature, result, description });

const listMethods: Readonly<Record<string, Method>> = {
  map: method("(item, index) => any", "mapped", "A list of what the function makes of each item"),
  filter: method("(item, index) => boolean", "same", "The items for which the function is true"),
  some: method("(item, index) => boolean", "truth", "Whether the function is true for an item"),
  every: method("(item, index) => boolean", "truth", "Whether the function is true for every item"),
  find: method("(item, index) => boolean", "item", "The first item for which the function is true, or undefined"),
  findLast: method("(item, index) => boolean", "item", "The last item for which the function is true, or undefined"),
  findIndex: method("(item, index) => boolean", "number", "Place of the first such item, from 0; -1 where there is none"),
  includes: method("(item) => boolean", "truth", "Whether the item is in the list"),
  indexOf: method("(item) => number", "number", "Place of the item, from 0; -1 where it is not there"),
  at: method("(index) => item", "item", "The item at a place; negative places count from the end"),
  slice: method("(start, end) => list", "same", "The items from start to before end"),
  concat: method("(list) => list", "same", "The items of this list, then those of the other"),
  flatMap: method("(item, index) => list", "flattened", "What map gives, one level of lists taken apart"),
  forEach: method("(item, index) => void", "unknown", "Runs the function for each item"),
  reduce: method("(total, item) => any", "unknown", "One value made from all items"),
  join: method("(separator) => string", "text", "The items as one text"),
  sort: method("(one, other) => number", "same", "Sorts this list in place"),
  reverse: method("() => list", "same", "Turns this list round in place"),
};

const textMethods: Readonly<Record<string, Method>> = {
  includes: method("(part) => boolean", "truth", "Whether the part is in the text"),
  startsWith: method("(part) => boolean", "truth", "Whether the text begins with the part"),
  endsWith: method("(part) => boolean", "truth", "Whether the text ends with the part"),
  indexOf: method("(part) => number", "number", "Place of the part, from 0; -1 where it is not there"),
  slice: method("(start, end) => string", "text", "The characters from start to before end"),
  split: method("(separator) => string[]", "texts", "The parts between the separators"),
  replace: method("(pattern, replacement) => string", "text", "The text with the first match replaced, or all with the flag g"),
  replaceAll: method("(pattern, replacement) => string", "text", "The text with every match replaced"),
  match: method("(pattern) => string[] | null", "texts", "What the pattern matches, or null"),
  matchAll: method("(pattern) => matches", "unknown", "Every match of a pattern with the flag g"),
  search: method("(pattern) => number", "number", "Place of the first match, from 0; -1 where there is none"),
  trim: method("() => string", "text", "The text without white space around it"),
  toLowerCase: method("() => string", "text", "The text in lower case"),
  toUpperCase: method("() => string", "text", "The text in upper case"),
  normalize: method("(form) => string", "text", "The text in a Unicode normal form"),
  at: method("(index) => string", "text", "The character at a place; negative places count from the end"),
};

const own = (methods: Readonly<Record<string, Method>>, name: string) =>
  Object.hasOwn(methods, name) ? methods[name] : undefined;

/** The variants of a value that can have members: without null, and nested choices taken apart. */
export function variants(shape: Shape): Shape[] {
  if (shape.kind === "choice") return shape.options.flatMap(variants);
  if (shape.kind === "nothing") return [];
  return shape.kind === "literal" && typeof shape.value === "string" ? [{ kind: "text" }] : [shape];
}

/** One shape for a value that may have any of these. */
export function unite(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const distinct = new Map<string, Shape>();
  for (const shape of shapes) if (shape) distinct.set(JSON.stringify(shape), shape);
  const options = [...distinct.values()];
  return options.length > 1 ? { kind: "choice", options } : options[0];
}

export function memberShape(shape: Shape, name: string): Shape | undefined {
  return unite(
    variants(shape).map((each): Shape | undefined => {
      if (each.kind === "record") return each.fields.find((field) => field.name === name)?.shape;
      if (each.kind === "json" || each.kind === "json-object") return { kind: "json" };
      return name === "length" && (each.kind === "list" || each.kind === "text") ? { kind: "number" } : undefined;
    }),
  );
}

export const itemShape = (shape: Shape): Shape | undefined =>
  unite(
    variants(shape).map((each) =>
      each.kind === "list" ? each.item : each.kind.startsWith("json") ? { kind: "json" } : undefined,
    ),
  );

/** What calling a method of a list or text gives; `made` is what the function given to map makes of an item. */
export function methodResult(receiver: Shape, name: string, made: () => Shape | undefined): Shape | undefined {
  return unite(
    variants(receiver).map((each) => {
      const found = each.kind === "list" ? own(listMethods, name) : each.kind === "text" ? own(textMethods, name) : undefined;
      return found && resultOf(found.result, each, made);
    }),
  );
}

function resultOf(result: Result, receiver: Shape, made: () => Shape | undefined): Shape | undefined {
  switch (result) {
    case "same":
      return receiver;
    case "item":
      return receiver.kind === "list" ? receiver.item : undefined;
    case "text":
    case "number":
    case "truth":
      return { kind: result };
    case "texts":
      return { kind: "list", item: { kind: "text" } };
    case "mapped":
    case "flattened": {
      const item = made();
      if (result === "flattened") return item?.kind === "list" ? item : undefined;
      return item && { kind: "list", item };
    }
    default:
      return undefined;
  }
}

/** Whether a list's method gives its items one by one to a function, and at which place of the function's parameters. */
export function itemPlaces(name: string): readonly number[] {
  if (name === "reduce") return [1];
  if (name === "sort") return [0, 1];
  return own(listMethods, name)?.signature.startsWith("(item, index)") ? [0] : [];
}

/** Fields that every variant has, then those of some with the variants named, then methods. */
export function membersOf(shape: Shape): Member[] {
  const all = variants(shape);
  const records = all.flatMap((each) => (each.kind === "record" ? [each] : []));
  const names = [...new Set(records.flatMap(({ fields }) => fields.map(({ name }) => name)))];
  const fields = names.map((name): Member => {
    const having = records.filter((record) => record.fields.some((field) => field.name === name));
    const found = having.flatMap((record) => record.fields.filter((field) => field.name === name));
    const united = unite(found.map((field) => field.shape)) ?? { kind: "json" };
    return {
      name,
      shape: united,
      optional: found.some(({ optional }) => optional),
      description: [...new Set(found.map(({ description }) => description))].filter((text) => text !== "").join("\n\n"),
      only: having.length === records.length ? "" : [...new Set(having.map((record) => markOf(record.fields)))].join(", "),
      method: united.kind === "function",
      type: typeText(united),
    };
  });
  const common = fields.filter(({ only }) => only === "");
  const others = fields.filter(({ only }) => only !== "");
  return [...common, ...others, ...methodsOf(all)];
}

function methodsOf(all: readonly Shape[]): Member[] {
  const tables = all.flatMap(({ kind }) => (kind === "list" ? [listMethods] : kind === "text" ? [textMethods] : []));
  if (tables.length === 0) return [];
  const length: Member = {
    name: "length",
    shape: { kind: "number" },
    optional: false,
    description: "",
    only: "",
    method: false,
    type: "number",
  };
  const methods = new Map(tables.flatMap((table) => Object.entries(table)));
  return [
    length,
    ...[...methods].map(([name, { signature, description }]): Member => {
      return { name, shape: { kind: "json" }, optional: false, description, only: "", method: true, type: signature };
    }),
  ];
}

/** How a variant is told from the others: `Stop` for an event, `ok: false` and the like otherwise. */
function markOf(fields: readonly Field[]): string {
  const telling = fields.find(({ shape }) => shape.kind === "literal");
  if (telling?.shape.kind !== "literal") return "some";
  return telling.name === "event" ? String(telling.shape.value) : `${telling.name}: ${JSON.stringify(telling.shape.value)}`;
}

/** The type of a variable: records without a name by their fields' names, which say more at a glance than all in them. */
export function briefType(shape: Shape): string {
  const records = variants(shape).filter(({ kind }) => kind === "record");
  if (records.length === 0 || ("name" in shape && shape.name)) return typeText(shape);
  return `{ ${[...new Set(membersOf(shape).map(({ name }) => name))].join(", ")} }`;
}
