import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServedDetail } from "@/lib/contracts/serving";
import { bucketOf } from "@/lib/release/traffic/bucket";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { delta, sendStream, startWireServer, usageChunk, type WireServer } from "@/lib/testing/wire-server";

let studio: TestStudio;
let server: WireServer;

beforeEach(async () => {
  server = await startWireServer((response) =>
    sendStream(response, [delta({ content: "Hello." }), delta({}, "stop"), usageChunk(10, 3)]),
  );
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  await studio.call("PUT", "/endpoints/local", { id: "local", name: "Local", baseUrl: server.url, model: "m", checkpoint: "c1" });
});
afterEach(async () => {
  await studio.close();
  await server.close();
});

const promote = async (channel: string, rule: string): Promise<{ id: string; version: string }> => {
  const files = { ...SMALL_BUNDLE, "prompt/02-rule.md": `---\norder: 2\n---\n${rule}\n` };
  const version: string = (await studio.call("POST", "/projects/p/versions/import", { files })).body.version.hash;
  const now = (await studio.call("GET", `/projects/p/releases?channel=${channel}`)).body[0]?.id ?? null;
  const body = { channel, version, endpoint: "local", reason: "serve it", expectedRelease: now, ...OVERRIDDEN };
  const answer = await studio.call("POST", "/projects/p/releases/promote", body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const start = (more: object = {}) =>
  studio.call("POST", "/projects/p/experiments", {
    name: "Harness against ReAct",
    treatmentShare: 0.5,
    salt: "salt-of-may",
    ...more,
  });
const running = async (more: object = {}): Promise<string> => {
  await promote("production", "Be brief.");
  await promote("canary", "Be kind.");
  return (await start(more)).body.id;
};
const end = (id: string) => studio.call("POST", `/projects/p/experiments/${id}/end`, { conclusion: "enough was seen" });
const get = (id: string) => studio.call("GET", `/projects/p/experiments/${id}`);
const assignment = async (id: string, user: string) =>
  (await studio.call("GET", `/projects/p/experiments/${id}/assignment?user=${encodeURIComponent(user)}`)).body;
const respond = (user?: string) =>
  studio.call("POST", "/respond", { project: "p", input: { comments: [{ text: "hi" }] }, ...(user !== undefined && { user }) });
const importText = (id: string, text: string, more: object = {}) =>
  studio.call("POST", `/projects/p/experiments/${id}/outcomes`, { format: "csv", text, through: "2026-05-07", ...more });
const table = (count: number) =>
  `user,orders,value\n${Array.from({ length: count }, (_, index) => `user-${index},${index % 3},${index % 3 ? 10 : 0}`).join("\n")}\n`;

describe("an experiment", () => {
  it("starts where both channels serve something, and alone", async () => {
    expect((await start()).body.message).toBe("The channel production serves nothing. Promote a version to it first.");
    await promote("production", "Be brief.");
    expect((await start()).body.message).toMatch(/^The channel canary serves nothing/);
    expect((await start({ treatment: "production" })).status).toBe(400);
    expect((await start({ treatmentShare: 1 })).status).toBe(400);
    await promote("canary", "Be kind.");
    const { body } = await start({ salt: undefined, treatmentShare: 0.1, plannedUsers: 1_000 });
    expect(body).toMatchObject({
      state: "running",
      plannedUsers: 1_000,
      arms: [
        { name: "control", channel: "production", share: 0.9 },
        { name: "treatment", channel: "canary", share: 0.1 },
      ],
    });
    expect(body.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(await start()).toMatchObject({ status: 409, body: { message: expect.stringContaining("is running") } });
    await end(body.id);
    expect((await end(body.id)).status).toBe(409);
    expect((await start()).status).toBe(200);
    const { items } = (await studio.call("GET", "/audit?project=p&limit=3")).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      "experiment-started",
      "experiment-ended",
      "experiment-started",
    ]);
  });

  it("answers each user by the arm that they stay in, and keeps the arm and not the user", async () => {
    const id = await running();
    const users = Array.from({ length: 5 }, (_, index) => `taobao-${index}`);
    const counts = { control: 0, treatment: 0 };
    for (const user of users) {
      const { arm, release, version } = await assignment(id, user);
      expect((await respond(user)).body).toMatchObject({ experiment: id, arm, release, version });
      counts[arm === "control" ? "control" : "treatment"] += 1;
    }
    expect(Math.min(counts.control, counts.treatment)).toBeGreaterThan(0);
    expect((await get(id)).body.served).toEqual(counts);
    const { items } = (await studio.call("GET", "/projects/p/served")).body;
    expect(items[0]).toMatchObject({ experiment: id, arm: expect.stringMatching(/control|treatment/) });
    const detail = (await studio.call("GET", `/projects/p/served/${items[0].trajectory}`)).body;
    expect(ServedDetail.parse(detail).item.arm).toBe(items[0].arm);
    const everything = studio.studio.database.$client.prepare("select * from served").all();
    expect(JSON.stringify(everything)).not.toContain("taobao-");
  });

  it("gives production to who has no name, and to everybody once it has ended", async () => {
    const id = await running();
    const production = (await studio.call("GET", "/projects/p/releases")).body[0].id;
    const treated = await userIn(id, "treatment");
    expect((await respond()).body).toMatchObject({ experiment: null, arm: null, release: production });
    expect((await respond(treated)).body.release).not.toBe(production);
    await end(id);
    expect((await respond(treated)).body).toMatchObject({ experiment: null, arm: null, release: production });
    expect(await assignment(id, treated)).toMatchObject({ arm: "treatment", channel: "production", release: production });
    expect((await respond("x".repeat(501))).status).toBe(400);
  });

  it("serves what its channel serves at the moment of the request", async () => {
    const id = await running();
    const treated = await userIn(id, "treatment");
    const moved = await promote("canary", "Be kinder.");
    expect((await respond(treated)).body).toMatchObject({ arm: "treatment", release: moved.id });
  });
});

async function userIn(id: string, arm: string): Promise<string> {
  for (let index = 0; ; index += 1) if ((await assignment(id, `u${index}`)).arm === arm) return `u${index}`;
}

describe("outcomes", () => {
  it("are added up by arm, the newest snapshot first, and no user is stored", async () => {
    const id = await running({ plannedUsers: 400 });
    const { status, body } = await importText(id, `${table(300)}user-7,1,1\n,1,1\nuser-x,one,1\n`);
    expect(status).toBe(200);
    expect(body.arms[0].users + body.arms[1].users).toBe(300);
    expect(body.arms[0].orders.sum + body.arms[1].orders.sum).toBe(300);
    expect(body).toMatchObject({ skipped: 3, through: "2026-05-07", synthetic: false, actor: "ada" });
    expect(body.problems).toHaveLength(3);
    expect(body.preliminary).toEqual(["the experiment was still running", "300 of 400 planned users"]);
    expect(body.changes.map(({ metric }: { metric: string }) => metric)).toEqual(["orders", "value"]);
    await end(id);
    const last = await importText(id, table(400), { through: "2026-05-08", synthetic: true });
    expect(last.body).toMatchObject({ preliminary: [], synthetic: true, sampleRatio: { mismatch: false } });
    const { snapshots } = (await get(id)).body;
    expect(snapshots.map(({ through }: { through: string }) => through)).toEqual(["2026-05-08", "2026-05-07"]);
    const { $client } = studio.studio.database;
    const stored = ["outcome_snapshots", "experiments", "audit_events"].map((name) =>
      $client.prepare(`select * from ${name}`).all(),
    );
    expect(JSON.stringify(stored)).not.toContain("user-7");
  });

  it("put each user in the arm that answered them", async () => {
    const id = await running();
    const [control, treated] = [await userIn(id, "control"), await userIn(id, "treatment")];
    const lines = [
      { user: control, orders: 1, value: 5 },
      { user: treated, orders: 3, value: 7 },
    ];
    const { body } = await importText(id, lines.map((line) => JSON.stringify(line)).join("\n"), { format: "jsonl" });
    expect(body.arms).toMatchObject([
      { name: "control", users: 1, orders: { sum: 1 }, value: { mean: 5, low: null } },
      { name: "treatment", users: 1, orders: { sum: 3 }, value: { mean: 7 } },
    ]);
  });

  it("that another division made are told by the sizes of the arms", async () => {
    const id = await running({ treatmentShare: 0.1 });
    const rows: string[] = [];
    for (let index = 0; rows.length < 200; index += 1) {
      if (bucketOf("salt-of-may", `u${index}`) < 0.9) rows.push(`u${index},1,1`);
    }
    const { body } = await importText(id, `user,orders,value\n${rows.join("\n")}\n`);
    expect(body.sampleRatio).toMatchObject({ expected: 0.1, found: 0, mismatch: true });
    expect(body.preliminary).toContain("the arms are not as large as their shares say (sample ratio mismatch)");
  });

  it("of a file that cannot be read are refused with the reason", async () => {
    const id = await running();
    expect((await importText(id, "who,orders\na,1\n")).body.message).toBe("text: The first line names no column user, value.");
    expect((await importText(id, "user,orders,value\na,x,1\n")).body.message).toMatch(
      /^text: no row can be read; line 2: orders/,
    );
    expect((await importText(id, table(3), { through: "yesterday" })).status).toBe(400);
    expect((await get("exp_nope")).status).toBe(404);
  });
});
