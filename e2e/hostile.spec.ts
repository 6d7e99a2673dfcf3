import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./journey";

const HOSTILE = [
  '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">',
  '<svg onload="window.hacked=1"><a href="javascript:window.hacked=1">x</a></svg>',
  "[click](javascript:window.hacked=1) ![x](http://evil.invalid/p.png) {{7*7}} #{7*7}",
];
const ALL = HOSTILE.join(" ");
const NAME = HOSTILE[0] ?? "";

let model: Server;

test.beforeAll(async () => {
  model = createServer((_request, response) => {
    const choices = [{ index: 0, delta: { content: ALL, reasoning: ALL }, finish_reason: "stop" }];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", () => resolve()));
});
test.afterAll(() => {
  model.closeAllConnections();
  model.close();
});

/** A project in which every text that a person, a file or a model can give attacks the page that shows it. */
async function hostileProject(request: APIRequestContext) {
  const send = async (method: "post" | "put", path: string, data: object) => {
    const response = await request[method](`/api${path}`, { data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  await send("post", "/projects", { id: "hostile", name: NAME, description: ALL });
  const files = {
    "harness.yaml": `name: ${JSON.stringify(NAME)}\ndescription: ${JSON.stringify(ALL)}\nrequireReplySkill: false\n`,
    "prompt/01-role.md": `---\norder: 1\n---\n{% raw %}${ALL}{% endraw %}\n`,
  };
  const { version } = await send("post", "/projects/hostile/versions/import", { files, name: NAME, message: ALL });
  const { port } = model.address() as AddressInfo;
  await send("put", "/endpoints/hostile", {
    name: HOSTILE[1],
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: HOSTILE[2],
    checkpoint: HOSTILE[0],
  });
  const cases = [0, 1, 2, 3].map((index) => ({
    ...{ id: `c${index}`, category: NAME, priority: "P0", tags: [ALL], context: { room: ALL, product: { name: ALL } } },
    input: { comments: [{ viewer: NAME, text: ALL }] },
    dialogue: [{ role: "host", content: ALL }],
    checks: [{ id: NAME, description: ALL, metric: "accuracy", kind: "reply-contains", any: ["nothing of the kind"] }],
  }));
  const text = cases.map((one) => JSON.stringify(one)).join("\n");
  const { dataset } = await send("post", "/projects/hostile/datasets/import", {
    name: HOSTILE[1],
    role: "dev",
    text,
    description: ALL,
  });
  const { id: campaign } = await send("post", "/projects/hostile/campaigns", {
    ...{ name: NAME, endpoint: "hostile", dataset: dataset.id, version: version.hash },
  });
  const { stages } = await (await request.get(`/api/projects/hostile/campaigns/${campaign}`)).json();
  const run = await send("post", `/projects/hostile/campaigns/${campaign}/stages/${stages[0].id}/evaluate`, {});
  const status = async () => (await (await request.get(`/api/projects/hostile/runs/${run.id}`)).json()).run.status;
  await expect.poll(status, { timeout: 30_000 }).toBe("completed");
  const release = await send("post", "/projects/hostile/releases/promote", {
    ...{ channel: "staging", version: version.hash, endpoint: "hostile", reason: ALL, override: ALL, expectedRelease: null },
  });
  return { version: version.hash, dataset: dataset.id, run: run.id, campaign, stage: stages[0].id, release: release.id };
}

// The other journeys count on the demo being the only project.
test.afterEach(async ({ request }) => {
  await request.delete("/api/projects/hostile");
  await request.delete("/api/endpoints/hostile");
});

test("no page runs or loads what a model, a case or a name says", async ({ page, request }) => {
  const made = await hostileProject(request);
  await page.goto("/");
  const pages = [
    ...["/?all", "/p/hostile", "/p/hostile/harness", `/p/hostile/harness/${made.version}`, "/p/hostile/cases"],
    ...[
      `/p/hostile/cases/${made.dataset}`,
      `/p/hostile/cases/${made.dataset}/c0`,
      "/p/hostile/runs",
      `/p/hostile/runs/${made.run}`,
    ],
    ...[`/p/hostile/runs/${made.run}/c0`, `/p/hostile/runs/${made.run}/c0?view=waterfall`, "/p/hostile/evolve"],
    ...[`/p/hostile/evolve/${made.campaign}`, `/p/hostile/evolve/${made.campaign}/${made.stage}`],
    ...["/p/hostile/releases?channel=staging", `/p/hostile/releases/${made.release}`, "/settings", "/settings/audit"],
  ];
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByText("window.hacked=1").first(), path).toBeAttached();
    const found = await page.evaluate(() => ({
      hacked: "hacked" in window,
      images: document.querySelectorAll('img[src="x"], img[src*="evil"], svg[onload]').length,
      links: document.querySelectorAll('a[href^="javascript:" i], a[href*="evil.invalid"]').length,
      handlers: document.querySelectorAll("[onerror], [onload]").length,
    }));
    expect(found, path).toEqual({ hacked: false, images: 0, links: 0, handlers: 0 });
  }
});
