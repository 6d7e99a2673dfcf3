import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openReleaseRoom, type ReleaseRoom } from "@/lib/testing/release-room";
import { newKeyPair } from "./release/signing";

let room: ReleaseRoom;
beforeEach(async () => {
  room = await openReleaseRoom();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await room.close();
});
const ALL = ["latency", "regression", "capability"];
const strict = () => room.settings({ required: { production: ALL, canary: [], staging: [] } });

describe("a promotion and its gates", () => {
  it("is refused where gates do not pass, with the gates and their reasons, and nothing moves", async () => {
    await strict();
    const { status, body } = await room.promote({ version: room.first, endpoint: "local" });
    expect([status, body.data.current]).toEqual([409, "gates"]);
    expect(body.message).toMatch(/^3 gates did not pass: latency, regression, capability\. latency: /);
    expect(await room.releases()).toEqual([]);
  });
  it("goes on by a written override, which stays with the release: who, why, which gates", async () => {
    await strict();
    const { body } = await room.promote({ version: room.first, endpoint: "local", override: "The launch is today." }, "ada");
    const override = { by: "ada", reason: "The launch is today.", gates: ALL };
    expect(body).toMatchObject({ override, switched: "both" });
    const detail = (await room.call("GET", `/projects/p/releases/${body.id}`)).body;
    expect(detail.manifest.manifest.gates.overridden).toEqual(ALL);
    expect(detail.gates).toMatchObject({ passed: false, settingsVersion: 2 });
    const [event] = (await room.call("GET", "/audit?project=p&action=release-promoted")).body.items;
    expect(event.detail).toMatchObject({ override, manifest: detail.manifest.hash });
  });
  it("is overridden by nobody who does not say who they are", async () => {
    await strict();
    const { status, body } = await room.promote({ version: room.first, endpoint: "local", override: "x" }, "local");
    expect([status, body.message]).toEqual([400, expect.stringContaining("say who you are")]);
    expect(await room.releases()).toEqual([]);
  });
  it("drops an override that nothing needs", async () => {
    const { body } = await room.promote({ version: room.first, endpoint: "local", override: "In case." });
    expect(body.override).toBeNull();
    expect((await room.call("GET", `/projects/p/releases/${body.id}`)).body.gates).toMatchObject({ passed: true });
  });
  it("to staging asks no gate by default, and each channel has a history of its own", async () => {
    const { body: staged } = await room.promote({ version: room.first, endpoint: "local", channel: "staging" });
    const { body: served } = await room.promote({ version: room.second, endpoint: "local" });
    expect([staged.sequence, served.sequence]).toEqual([1, 1]);
    expect((await room.releases("staging")).map(({ id }) => id)).toEqual([staged.id]);
    expect(await room.releases("canary")).toEqual([]);
  });
});

describe("the two switches", () => {
  beforeEach(() => room.promote({ version: room.first, endpoint: "local" }));

  it("move the harness alone, and the policy stays what it is bound to though its endpoint was edited", async () => {
    await room.call("PUT", "/endpoints/local", { id: "local", name: "L", baseUrl: "http://127.0.0.1:9/v1", model: "edited" });
    const { body } = await room.promote({ version: room.second });
    expect(body).toMatchObject({ switched: "harness", version: room.second, policy: { endpoint: "local", model: "m" } });
  });
  it("move the policy alone, also to what its endpoint has become", async () => {
    expect((await room.promote({ endpoint: "embedded" })).body).toMatchObject({ switched: "policy", version: room.first });
    await room.promote({ endpoint: "local" });
    await room.call("PUT", "/endpoints/local", { id: "local", name: "L", baseUrl: "http://127.0.0.1:9/v1", model: "edited" });
    expect((await room.promote({ endpoint: "local" })).body).toMatchObject({ switched: "policy", policy: { model: "edited" } });
  });
  it("do not let gates pass that measured what the endpoint is now, where the channel is bound to what it was", async () => {
    await room.call("PUT", "/endpoints/local", { id: "local", name: "L", baseUrl: "http://127.0.0.1:9/v1", model: "edited" });
    await strict();
    const { body } = await room.promote({ version: room.second });
    expect(body.message).toContain("the endpoint local is not what the channel is bound to any more");
  });
  it("have to move something", async () => {
    const { status, body } = await room.promote({ version: room.first, endpoint: "local" });
    expect([status, body.message]).toEqual([400, "version: production serves this version with this policy already"]);
    expect((await room.promote({ channel: "canary" })).body.message).toContain("name one");
  });
});

describe("a project with a key", () => {
  it("signs its releases, whose verification then covers the signature", async () => {
    const { privateKey, publicKey } = newKeyPair();
    await room.settings({ signing: { keyVariable: "RELEASE_KEY", publicKey } });
    vi.stubEnv("RELEASE_KEY", privateKey.replaceAll("\n", "\\n"));
    const { body } = await room.promote({ version: room.first, endpoint: "local" });
    const detail = (await room.call("GET", `/projects/p/releases/${body.id}`)).body;
    expect(detail).toMatchObject({ release: { signed: true }, verification: { state: "verified" }, manifest: { publicKey } });
    expect(JSON.stringify(room.studio.database.$client.prepare("select * from releases").all())).not.toContain("PRIVATE");
  });
  it.each([
    ["is not set", ""],
    ["holds no private key", "nonsense"],
    ["does not belong to the public key", newKeyPair().privateKey],
  ])("promotes nothing where the variable %s, and rolls back all the same", async (why, value) => {
    const { body: one } = await room.promote({ version: room.first, endpoint: "local" });
    await room.promote({ version: room.second });
    await room.settings({ signing: { keyVariable: "RELEASE_KEY", publicKey: newKeyPair().publicKey } });
    vi.stubEnv("RELEASE_KEY", value);
    const { status, body } = await room.promote({ endpoint: "embedded" });
    expect([status, body.message]).toEqual([503, expect.stringContaining(why)]);
    const [{ id }] = await room.releases();
    const back = await room.post("/releases/rollback", { release: one.id, reason: "worse", expectedRelease: id });
    expect(back.body).toMatchObject({ kind: "rollback", signed: false });
    const [event] = (await room.call("GET", "/audit?project=p&action=release-rolled-back")).body.items;
    expect(event.detail.unsigned).toContain(why);
  });
});
