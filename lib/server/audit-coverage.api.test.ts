import { afterEach, expect, it } from "vitest";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;
afterEach(() => studio.close());

it("each write that a person makes leaves the event of its kind, and the chain holds over all of them", async () => {
  studio = openTestStudio();
  const left: string[] = [];
  let seen = 0;
  /** Carries out one operation and takes down which events it left. */
  const write = async (method: string, path: string, body?: unknown) => {
    const answer = await studio.call(method, path, body ?? (method === "POST" ? {} : undefined));
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200);
    const { items } = (await studio.call("GET", `/audit?order=oldest&offset=${seen}`)).body;
    expect(items.length, `${method} ${path}`).toBeGreaterThan(0);
    for (const { action, actor } of items) {
      if (actor === "ada") left.push(action);
    }
    seen += items.length;
    return answer.body;
  };
  const ended = async (id: string) => {
    for await (const _ of studio.studio.runner.progress(id, AbortSignal.timeout(20_000)));
  };
  await write("POST", "/projects", { id: "p", name: "P" });
  const { version } = await write("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE });
  await write("POST", `/projects/p/versions/${version.hash}/save`, {
    changes: { "prompt/01-role.md": "---\norder: 1\n---\nYou greet viewers.\n" },
    message: "m",
  });
  await write("PUT", "/projects/p/faq", { entries: [{ question: "q", answer: "a" }] });
  const importSet = async (name: string, role = "dev") =>
    (await write("POST", "/projects/p/datasets/import", { name, role, text: smallCaseFile(2) })).dataset.id;
  const [dev, gate] = [await importSet("dev"), await importSet("gate", "gate")];
  const endpoint = { id: "mine", name: "Mine", baseUrl: "http://127.0.0.1:9/v1", model: "m", checkpoint: "", keyVariable: "" };
  await write("PUT", "/endpoints/mine", endpoint);
  await write("PUT", "/endpoints/mine", { ...endpoint, name: "Changed" });
  await write("DELETE", "/endpoints/mine");
  await write("POST", "/removed/restore", { kind: "endpoint", id: "mine" });
  await write("PUT", "/tool-services/shop", {
    id: "shop",
    name: "Shop",
    kind: "http",
    url: "http://127.0.0.1:9/",
    keyVariable: "",
  });
  await write("DELETE", "/tool-services/shop");
  const start = { version: version.hash, endpoint: "embedded", dataset: dev };
  const run = (await write("POST", "/projects/p/runs", start)).id;
  await ended(run);
  await write("POST", `/projects/p/runs/${run}/noise`).then(({ id }) => ended(id));
  const looked = (await write("POST", "/projects/p/runs", { ...start, dataset: gate, reason: "a look" })).id;
  await ended(looked);
  await write("GET", `/projects/p/runs/${looked}/results/case-1`);
  await write("DELETE", `/projects/p/runs/${looked}`);
  const campaign = await write("POST", "/projects/p/campaigns", {
    ...{ name: "C", endpoint: "embedded", dataset: dev, version: version.hash, seed: 1 },
  });
  const of = `/projects/p/campaigns/${campaign.id}`;
  const [stage] = campaign.stages;
  await ended((await write("POST", `${of}/stages/${stage.id}/evaluate`)).id);
  await write("POST", `${of}/select`, { stage: stage.id, reason: "r" });
  await write("POST", `${of}/stages`, { parent: stage.id });
  await write("DELETE", `/projects/p/datasets/${gate}`);
  await write("DELETE", "/projects/p");
  expect(left).toEqual([
    ...["project-created", "version-created", "version-created", "faq-saved", "dataset-imported", "dataset-imported"],
    ...["endpoint-created", "endpoint-changed", "endpoint-removed", "endpoint-restored", "tool-service-created"],
    ...["tool-service-removed", "run-started", "run-started", "run-started", "case-opened", "run-removed", "campaign-created"],
    ...["run-started", "stage-evaluated", "stage-selected", "stage-created", "dataset-removed", "project-removed"],
  ]);
  expect((await studio.call("GET", "/audit/verify")).body).toMatchObject({ intact: true, events: seen });
});
