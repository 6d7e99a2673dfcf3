import type { Field, Shape } from "@/lib/client/author-shapes";
import { typeText } from "@/lib/client/author-types";
import { recordsOf } from "./expected";
import { memberShape } from "./members";
import type { Scope } from "./scope";

/** Each thing that the handler may return, as a snippet with places to fill; `whole` with its braces. */
export function resultSnippets(scope: Scope, result: Shape, offset: number, whole: boolean) {
  const given = scope.contract.parameters[0];
  const parameter = scope.namesAt(offset).find(({ shape }) => given !== undefined && shape() === given)?.name;
  return recordsOf(result).map((record) => {
    const fields = record.kind === "record" ? record.fields.filter(({ optional }) => !optional) : [];
    let place = 0;
    const said = fields.map((field) => {
      if (field.shape.kind === "literal") return `${field.name}: ${JSON.stringify(field.shape.value)}`;
      place += 1;
      const same = parameter && given && memberShape(given, field.name) ? `${parameter}.${field.name}` : undefined;
      return `${field.name}: ${placeFor(field, place, same)}`;
    });
    const label = fields
      .map(({ name, shape }) => (shape.kind === "literal" ? `${name}: ${JSON.stringify(shape.value)}` : name))
      .join(", ");
    return {
      label: whole ? `{ ${label} }` : label,
      kind: "snippet" as const,
      detail: typeText(record),
      documentation: fields.map(({ description }) => description).join("\n\n"),
      insert: whole ? `{ ${said.join(", ")} };` : ` ${said.join(", ")} `,
    };
  });
}

function placeFor({ name, shape }: Field, number: number, same: string | undefined): string {
  if (shape.kind === "text") return `"\${${number}:${name}}"`;
  if (same) return `\${${number}:${same}}`;
  if (shape.kind === "list") return `[\${${number}}]`;
  return `{ \${${number}} }`;
}
