import { HookEvent, ModuleSlot } from "@/lib/contracts/harness";
import { authorShapes, type Field, type Shape } from "./author-shapes";

const plain = {
  text: "string",
  number: "number",
  truth: "boolean",
  nothing: "null",
  json: "Json",
  "json-object": "JsonObject",
} as const;

/** A type as TypeScript writes it, on one line; shared types by their names. */
export function typeText(shape: Shape): string {
  switch (shape.kind) {
    case "literal":
      return JSON.stringify(shape.value);
    case "list": {
      const item = typeText(shape.item);
      return shape.item.kind === "choice" && !shape.item.name ? `(${item})[]` : `${item}[]`;
    }
    case "promise":
      return `Promise<${typeText(shape.of)}>`;
    case "record":
      return shape.name ?? `{ ${shape.fields.map((field) => `${fieldText(field)}`).join("; ")} }`;
    case "choice":
      return shape.name ?? shape.options.map(typeText).join(" | ");
    case "function":
      return `(${shape.parameters.map(fieldText).join(", ")}) => ${resultText(shape.result)}`;
    default:
      return plain[shape.kind];
  }
}

const fieldText = ({ name, optional, shape }: Field) => `${name}${optional ? "?" : ""}: ${typeText(shape)}`;
const resultText = (shape: Shape) => (shape.kind === "nothing" ? "void" : typeText(shape));
const comment = (text: string, indent = "") => (text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "* /")} */\n`);

function bodyOf(fields: readonly Field[], indent: string): string {
  const lines = fields.map((field) => `${comment(field.description, `${indent}  `)}${indent}  ${fieldText(field)};\n`);
  return `{\n${lines.join("")}${indent}}`;
}

function declaration(name: string, shape: Shape, description = ""): string {
  const head = comment(description);
  if (shape.kind === "record") return `${head}export interface ${name} ${bodyOf(shape.fields, "")}\n`;
  if (shape.kind !== "choice") return `${head}export type ${name} = ${typeText(shape)};\n`;
  const options = shape.options.map((option) =>
    option.kind === "record" && !option.name ? bodyOf(option.fields, "  ") : typeText(option),
  );
  return `${head}export type ${name} =\n${options.map((option) => `  | ${option}`).join("\n")};\n`;
}

const capital = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

function table(name: string, keys: readonly string[], suffix: string, description: string): string {
  const lines = keys.map((key) => `  ${key}: ${capital(key)}${suffix};\n`);
  return `${comment(description)}export interface ${name} {\n${lines.join("")}}\n`;
}

/**
 * The contract of Hooks and custom modules as the text of a declaration file (`harness.d.ts`), made from its schemas; equal
 * schemas give equal text.
 */
export function authorTypes(): string {
  const { payload, decision, input, result, host, named } = authorShapes();
  const events = HookEvent.options;
  const slots = ModuleSlot.options;
  return [
    `// Types for the authors of Hooks and custom modules. Kept beside the folder of a bundle, a file in hooks/ uses them so:
//   /** @type {import("../../harness").Hook<"Stop">} */
//   const check = (event) => ({ decision: "allow" });
//   export default check;
`,
    "/** Any JSON value. */\nexport type Json = string | number | boolean | null | Json[] | { [key: string]: Json };\n",
    "export type JsonObject = { [key: string]: Json };\n",
    ...named.map(({ name, shape }) => declaration(name, shape)),
    ...events.map((event) => declaration(`${event}Event`, payload[event], `What a Hook is given at ${event}.`)),
    ...events.map((event) => declaration(`${event}Decision`, decision[event], `What a Hook may return at ${event}.`)),
    table("HookEvents", events, "Event", "What a Hook is given, by event."),
    table("HookDecisions", events, "Decision", "What a Hook may return, by event."),
    `/** The default export of hooks/<name>.js. Returning nothing allows. A Hook of several events names them all: Hook<"PreToolUse" | "Stop">. */
export type Hook<E extends keyof HookEvents = keyof HookEvents> = (
  event: HookEvents[E],
) => HookDecisions[E] | null | undefined | void | Promise<HookDecisions[E] | null | undefined | void>;
`,
    ...slots.map((slot) => declaration(`${capital(slot)}Input`, input[slot], `What modules/${slot}.js is given.`)),
    ...slots.map((slot) => declaration(`${capital(slot)}Result`, result[slot], `What modules/${slot}.js returns.`)),
    table("ModuleInputs", slots, "Input", "What a custom module is given, by slot."),
    table("ModuleResults", slots, "Result", "What a custom module returns, by slot."),
    declaration("Host", host, "The calls that a custom module can make."),
    `/** The default export of modules/<slot>.js. */
export type Module<S extends keyof ModuleInputs> = (
  input: ModuleInputs[S],
  host: Host,
) => ModuleResults[S] | Promise<ModuleResults[S]>;
`,
  ].join("\n");
}
