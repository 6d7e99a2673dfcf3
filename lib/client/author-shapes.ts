import { z } from "zod";
import { Comment, DialogueTurn } from "@/lib/contracts/case";
import { Channel, HookEvent, ModuleSlot } from "@/lib/contracts/harness";
import { HookDecision, HookPayload } from "@/lib/contracts/hook";
import { ChatOutcome, Message, ModelErrorType, ToolCall, Usage } from "@/lib/contracts/model";
import { HostCall, ModuleInput, ModuleResult } from "@/lib/contracts/module";
import { ToolErrorType, ToolOutcome } from "@/lib/contracts/trajectory";

export interface Field {
  name: string;
  shape: Shape;
  optional: boolean;
  description: string;
}

/** A type of the authors' contract, simple enough to be shown and walked through. `json` is any JSON value. */
export type Shape =
  | { kind: "text" | "number" | "truth" | "nothing" | "json" | "json-object" }
  | { kind: "literal"; value: string | number | boolean }
  | { kind: "list"; item: Shape }
  | { kind: "promise"; of: Shape }
  | { kind: "record"; fields: readonly Field[]; name?: string }
  | { kind: "choice"; options: readonly Shape[]; name?: string }
  | { kind: "function"; parameters: readonly Field[]; result: Shape };

export interface AuthorShapes {
  payload: Record<HookEvent, Shape>;
  decision: Record<HookEvent, Shape>;
  input: Record<ModuleSlot, Shape>;
  result: Record<ModuleSlot, Shape>;
  host: Shape;
  /** The types that several others share, each after those that it uses. */
  named: readonly { name: string; shape: Shape }[];
}

type Schema = z.core.JSONSchema.JSONSchema;
type Direction = "input" | "output";

/** Leaves first: a type is found in those after it. */
const shared: readonly [string, z.ZodType][] = Object.entries({
  Channel,
  Comment,
  DialogueTurn,
  ToolCall,
  Message,
  ToolErrorType,
  ToolOutcome,
  ModelErrorType,
  Usage,
  ChatOutcome,
});

let made: AuthorShapes | undefined;

/** The contract of Hooks and custom modules as shapes, made from its schemas once. */
export function authorShapes(): AuthorShapes {
  made ??= makeShapes();
  return made;
}

function makeShapes(): AuthorShapes {
  const names = new Map<string, string>();
  const named: { name: string; shape: Shape }[] = [];
  const shapeOf = (schema: z.ZodType, io: Direction) => toShape(z.toJSONSchema(schema, { io }), names);
  for (const [name, schema] of shared) {
    for (const io of ["output", "input"] as const) {
      const shape = shapeOf(schema, io);
      if ("name" in shape) continue;
      // What an author writes may leave out what has a default, and is then a type of its own.
      const own = io === "output" ? name : `New${name}`;
      names.set(JSON.stringify(shape), own);
      named.push({ name: own, shape });
    }
  }
  const each = <K extends string>(schemas: Record<K, z.ZodType>, keys: readonly K[], io: Direction): Record<K, Shape> => {
    const shapes = {} as Record<K, Shape>;
    for (const key of keys) shapes[key] = shapeOf(schemas[key], io);
    return shapes;
  };
  return {
    payload: each(HookPayload, HookEvent.options, "output"),
    decision: each(HookDecision, HookEvent.options, "input"),
    input: each(ModuleInput, ModuleSlot.options, "output"),
    result: each(ModuleResult, ModuleSlot.options, "input"),
    host: hostShape((schema, io) => shapeOf(schema, io)),
    named,
  };
}

/** What the sandbox hands to a module as its second argument. */
function hostShape(shapeOf: (schema: z.ZodType, io: Direction) => Shape): Shape {
  const [model, tool] = HostCall.options.map((option) => fieldsOf(shapeOf(option, "input")));
  const without = (fields: readonly Field[] = []) => fields.filter(({ name }) => name !== "kind");
  const method = (name: string, description: string, parameters: readonly Field[], result: Shape): Field => {
    return { name, description, optional: false, shape: { kind: "function", parameters, result } };
  };
  const promise = (schema: z.ZodType): Shape => ({ kind: "promise", of: shapeOf(schema, "output") });
  const options: Field = { name: "options", optional: true, description: "", shape: { kind: "record", fields: without(model) } };
  const note: Field = { name: "note", optional: false, description: "", shape: { kind: "json" } };
  const [name, given] = without(tool);
  const parameters = name && given ? [name, { ...given, name: "args", optional: true }] : [];
  return {
    kind: "record",
    name: "Host",
    fields: [
      method("callModel", "Calls the policy model; counts against the module's calls", [options], promise(ChatOutcome)),
      method(
        "callTool",
        "Calls a tool that is exposed in this round; counts against the module's calls",
        parameters,
        promise(ToolOutcome),
      ),
      method("emit", "Leaves a note in the trajectory", [note], { kind: "nothing" }),
    ],
  };
}

const fieldsOf = (shape: Shape): readonly Field[] => (shape.kind === "record" ? shape.fields : []);

function withName(shape: Shape, names: ReadonlyMap<string, string>): Shape {
  const name = names.get(JSON.stringify(shape));
  return name !== undefined && (shape.kind === "record" || shape.kind === "choice") ? { ...shape, name } : shape;
}

function toShape(schema: Schema | boolean, names: ReadonlyMap<string, string>): Shape {
  // Only JSON itself is recursive, so only JSON is referred to.
  if (typeof schema === "boolean" || schema.$ref !== undefined) return { kind: "json" };
  const inner = (each: Schema | boolean) => toShape(each, names);
  const literal = (value: unknown): Shape =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? { kind: "literal", value }
      : { kind: "nothing" };
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return withName({ kind: "choice", options: options.map(inner) }, names);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return withName({ kind: "choice", options: schema.enum.map(literal) }, names);
  if (Array.isArray(schema.type)) {
    return withName({ kind: "choice", options: schema.type.map((type) => inner({ ...schema, type })) }, names);
  }
  switch (schema.type) {
    case "string":
      return { kind: "text" };
    case "number":
    case "integer":
      return { kind: "number" };
    case "boolean":
      return { kind: "truth" };
    case "null":
      return { kind: "nothing" };
    case "array":
      return { kind: "list", item: inner(Array.isArray(schema.items) ? true : (schema.items ?? true)) };
    case "object":
      return schema.properties ? withName({ kind: "record", fields: toFields(schema, inner) }, names) : { kind: "json-object" };
    default:
      return { kind: "json" };
  }
}

function toFields(schema: Schema, inner: (schema: Schema | boolean) => Shape): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    shape: inner(property),
    optional: !(schema.required ?? []).includes(name),
    description: typeof property === "boolean" ? "" : (property.description ?? ""),
  }));
}
