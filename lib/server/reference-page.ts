import "server-only";
import { z } from "zod";

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: z.unknown().optional(),
});
const Content = z.record(z.string(), z.object({ schema: z.unknown().optional() }));
const Operation = z.object({
  summary: z.string().optional(),
  tags: z.array(z.string()).default([]),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().optional(), content: Content.optional() })).default({}),
});
type Operation = z.infer<typeof Operation>;
const Spec = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const toHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
const json = (value: unknown) => `<pre>${toHtml(JSON.stringify(value, null, 2))}</pre>`;

function parameterTable(parameters: Operation["parameters"]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    (one) =>
      `<tr><td><code>${toHtml(one.name)}</code></td><td>${toHtml(one.in)}</td><td>${one.required ? "required" : "optional"}</td>` +
      `<td>${one.schema === undefined ? "" : `<code>${toHtml(JSON.stringify(one.schema))}</code>`} ${toHtml(one.description ?? "")}</td></tr>`,
  );
  return `<h4>Parameters</h4><table><thead><tr><th>Name</th><th>In</th><th></th><th>Schema</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

const contents = (content: z.infer<typeof Content>) =>
  Object.entries(content)
    .map(([type, { schema }]) => `<p><code>${toHtml(type)}</code></p>${schema === undefined ? "" : json(schema)}`)
    .join("");

function operationSection(path: string, method: string, operation: Operation): string {
  const body = operation.requestBody ? `<h4>Body</h4>${contents(operation.requestBody.content)}` : "";
  const responses = Object.entries(operation.responses).map(
    ([status, response]) =>
      `<details><summary>${toHtml(status)} ${toHtml(response.description ?? "")}</summary>${contents(response.content ?? {})}</details>`,
  );
  return (
    `<details class="operation"><summary><b class="${toHtml(method)}">${toHtml(method.toUpperCase())}</b> ` +
    `<code>/api${toHtml(path)}</code> <span>${toHtml(operation.summary ?? "")}</span></summary>` +
    `${parameterTable(operation.parameters)}${body}<h4>Answers</h4>${responses.join("")}</details>`
  );
}

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h4 { margin: .75rem 0 .25rem; }
nav a { margin-right: 1rem; } code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
pre { overflow: auto; max-height: 24rem; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; }
.operation { border-top: 1px solid var(--line); padding: .4rem 0; } summary { cursor: pointer; }
.operation > summary span { opacity: .75; margin-left: .5rem; } summary b { display: inline-block; width: 4.5rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .5rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
`;

/** The API's page: every operation by tag, with its parameters and schemas. Loads nothing from elsewhere, runs no script. */
export function renderReference(page: { specUrl: string; title: string; spec: unknown }): string {
  const { paths } = Spec.parse(page.spec);
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? "Other";
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationSection(path, method, operation)]);
    }
  }
  const tags = [...byTag.keys()];
  const anchor = (tag: string) => toHtml(encodeURIComponent(tag));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toHtml(page.title)}</title><style>${STYLE}</style></head><body><main>
<h1>${toHtml(page.title)}</h1>
<p>The document behind this page: <a href="${toHtml(page.specUrl)}">${toHtml(page.specUrl)}</a> (OpenAPI). Name yourself on writes in the header <code>x-studio-actor</code>.</p>
<nav>${tags.map((tag) => `<a href="#${anchor(tag)}">${toHtml(tag)}</a>`).join("")}</nav>
${tags.map((tag) => `<h2 id="${anchor(tag)}">${toHtml(tag)}</h2>${(byTag.get(tag) ?? []).join("")}`).join("\n")}
</main></body></html>`;
}
