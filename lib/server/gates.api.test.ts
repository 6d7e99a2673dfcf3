import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GateReport, GateSettings } from "@/lib/contracts/release-gate";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;
let old: string;
let next: string;

const importBundle = async (more: Record<string, string>) =>
  (await studio.call("POST", "/projects/p/versions/import", { files: { ...SMALL_BUNDLE, ...more } })).body.version.hash as string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  old = await importBundle({});
  next = await importBundle({ "prompt/02-more.md": "More.\n" });
});
afterEach(() => studio.close());

const importSet = async (name: string, text: string, more: object = {}) =>
  (await studio.call("POST", "/projects/p/datasets/import", { name, role: "gate", text, ...more })).body.dataset.id as string;

const promptCase = JSON.stringify({
  id: "prompt-1",
  category: "ifeval",
  input: { comments: [{ text: "Answer without any comma." }] },
  checks: ["strict", "loose"].map((mode) => ({
    ...{ id: `1-${mode}`, kind: "ifeval", strict: mode === "strict", instruction: "punctuation:no_comma" },
    metric: mode === "strict" ? "accuracy" : "effectiveness",
  })),
});

const save = (settings: object, expectedVersion = 0) =>
  studio.call("PUT", "/projects/p/gates/settings", {
    ...{ settings: GateSettings.parse(settings), reason: "our bounds", expectedVersion },
  });

const promote = (version: string, expectedRelease: string | null) =>
  studio.call("POST", "/projects/p/releases/promote", {
    ...{ version, endpoint: "embedded", reason: "start", override: "the first release", expectedRelease },
  });

const report = async (query = ""): Promise<GateReport> => (await studio.call("GET", `/projects/p/gates${query}`)).body;

async function measure(gate: string, body: object = {}): Promise<string[]> {
  const answer = await studio.call("POST", "/projects/p/gates/measure", { version: next, gate, reason: "release", ...body });
  expect(answer.body).toBeInstanceOf(Array);
  for (const run of answer.body) for await (const _ of studio.studio.runner.progress(run.id, AbortSignal.timeout(20_000)));
  return answer.body.map((run: { id: string }) => run.id);
}

const statesOf = ({ gates }: GateReport) => Object.fromEntries(gates.map((gate) => [gate.name, gate.state]));
const itemOf = ({ gates }: GateReport, gate: string, item: string) =>
  gates.find((one) => one.name === gate)?.items.find((one) => one.name === item);

test("the gates are measured from nothing to a pass, and a new version of the set makes them stale", async () => {
  const cases = await importSet("shop", smallCaseFile(12));
  const prompts = await importSet("prompts", `${promptCase}\n`, { kind: "instruction-following" });
  await save({
    latency: { warmUp: 2, minimumCases: 10 },
    regression: { dataset: cases, lowerBound: -1, margin: 1 },
    capability: { dataset: prompts },
  });
  const live = (await promote(old, null)).body;

  const before = await report(`?version=${next}`);
  expect(before).toMatchObject({ settingsVersion: 1, passed: false, baseline: { release: live.id, version: old } });
  expect(statesOf(before)).toEqual({ latency: "failed", regression: "failed", capability: "failed" });

  const [replay] = await measure("latency");
  const [base, ...more] = await measure("regression");
  expect(more).toEqual([]);
  const [bare] = await measure("capability");
  const after = await report(`?version=${next.slice(0, 12)}`);
  expect(after.gates.map(({ runs, marks }) => [runs, marks])).toEqual([
    [[replay], ["stand-in policy"]],
    [[replay, base], ["stand-in policy"]],
    [[bare], ["stand-in policy"]],
  ]);
  expect(after.gates.flatMap((gate) => gate.items.filter((item) => !["passed", "note"].includes(item.state)))).toEqual([]);
  expect(after.passed).toBe(true);
  expect(await measure("latency")).toEqual([]);

  await importSet("shop", smallCaseFile(13));
  const stale = await report(`?version=${next}`);
  expect(itemOf(stale, "latency", "replay")).toMatchObject({ state: "stale", found: replay });
  expect(itemOf(stale, "regression", "production's run")).toMatchObject({ state: "stale", found: base });
  expect(statesOf(stale)).toEqual({ latency: "failed", regression: "failed", capability: "passed" });
});

test("asks about what the channel serves where nothing is named", async () => {
  expect((await studio.call("GET", "/projects/p/gates")).body).toMatchObject({
    code: "BAD_REQUEST",
    message: "version: production serves nothing, so name a version",
  });
  await promote(old, null);
  expect(await report()).toMatchObject({ version: old, policy: { endpoint: "embedded" }, settingsVersion: 0 });
  expect(itemOf(await report(), "regression", "production")).toMatchObject({ state: "passed" });
  expect(await report(`?version=${next}&channel=staging`)).toMatchObject({ passed: true, policy: { endpoint: "embedded" } });
});

test("a set that is not for development is looked at with a reason, and what no run can mend is said", async () => {
  const cases = await importSet("shop", smallCaseFile(3));
  await save({ regression: { dataset: cases } });
  await promote(old, null);
  const start = (body: object) => studio.call("POST", "/projects/p/gates/measure", { version: next, ...body });
  expect((await start({ gate: "latency" })).body).toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringMatching(/^reason: shop is a gate set/),
  });
  expect((await start({ gate: "capability", reason: "release" })).body).toMatchObject({
    code: "CONFLICT",
    message: expect.stringMatching(/^No run would make the capability gate pass\. The project has chosen no set/),
  });
});

test("a replay does not share its endpoint, and a run under way is not started twice", async () => {
  const cases = await importSet("shop", smallCaseFile(400));
  await save({ regression: { dataset: cases } });
  await promote(old, null);
  const start = (gate: string) => studio.call("POST", "/projects/p/gates/measure", { version: next, gate, reason: "release" });
  const started = (await start("regression")).body;
  for (const run of started) await studio.call("POST", `/projects/p/runs/${run.id}/pause`);
  expect((await start("regression")).body.map((run: { id: string }) => run.id)).toEqual(
    started.map((run: { id: string }) => run.id),
  );
  expect((await start("latency")).body).toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("A replay measures time and needs it for itself"),
  });
});

test("production is compared as the model that its release is bound to, whatever its endpoint has become", async () => {
  const cases = await importSet("shop", smallCaseFile(3));
  await save({ regression: { dataset: cases } });
  const serve = (checkpoint: string) =>
    studio.call("PUT", "/endpoints/served", { name: "Served", baseUrl: "http://127.0.0.1:9/v1", model: "policy", checkpoint });
  await serve("c1");
  await studio.call("POST", "/projects/p/releases/promote", {
    ...{ version: old, endpoint: "served", reason: "start", override: "the first release", expectedRelease: null },
  });
  await serve("c2");
  const now = await report(`?version=${next}&endpoint=served`);
  expect([now.policy?.checkpoint, now.baseline?.policy?.checkpoint]).toEqual(["c2", "c1"]);
  const answer = await studio.call("POST", "/projects/p/gates/measure", {
    ...{ version: next, endpoint: "served", gate: "regression", reason: "release" },
  });
  expect(answer.body).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("that endpoint is another model now") });
});

test("the thresholds are versions: who set them, why, and nobody over another", async () => {
  const first = await studio.call("GET", "/projects/p/gates/settings");
  expect(first.body).toMatchObject([{ version: 0, settings: { latency: { p95Ms: 15_000 } } }]);
  expect((await save({ latency: { p95Ms: 9_000 } })).body).toMatchObject({ version: 1, actor: "ada", reason: "our bounds" });
  expect(await save({ latency: { p95Ms: 20_000 } })).toMatchObject({
    status: 409,
    body: { code: "CONFLICT", data: { current: "1", by: "ada" } },
  });
  await save({ latency: { p95Ms: 20_000 } }, 1);
  const all = (await studio.call("GET", "/projects/p/gates/settings")).body;
  expect(all.map((one: { version: number }) => one.version)).toEqual([2, 1, 0]);
});

test("thresholds that nothing could be judged by are refused", async () => {
  const prompts = await importSet("prompts", `${promptCase}\n`, { kind: "instruction-following" });
  const cases = await importSet("shop", smallCaseFile(1));
  const pem = (type: "publicKey" | "privateKey") =>
    generateKeyPairSync("ed25519", {
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    })[type];
  const refusals: [object, RegExp][] = [
    [{ regression: { dataset: "ds_none" } }, /regression\.dataset: the project has no data set ds_none/],
    [{ regression: { dataset: prompts } }, /regression\.dataset: prompts is of kind instruction-following/],
    [{ capability: { dataset: cases } }, /capability\.dataset: shop is of kind general/],
    [{ regression: { judge: "nobody" } }, /regression\.judge: the project has no judge nobody/],
    [{ signing: { keyVariable: "KEY", publicKey: "nonsense" } }, /must be an Ed25519 public key/],
    [{ signing: { keyVariable: "KEY", publicKey: pem("privateKey") } }, /private key, which is never stored/],
    [{ signing: { keyVariable: "", publicKey: pem("publicKey") } }, /keyVariable: name the environment variable/],
  ];
  for (const [settings, message] of refusals) {
    expect((await save(settings)).body).toMatchObject({ code: "BAD_REQUEST", message: expect.stringMatching(message) });
  }
  expect((await save({ signing: { keyVariable: "KEY", publicKey: pem("publicKey") } })).body).toMatchObject({ version: 1 });
});
