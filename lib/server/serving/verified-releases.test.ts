import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openReleaseRoom, type ReleaseRoom } from "@/lib/testing/release-room";
import { newKeyPair } from "../release/signing";
import { activeRelease } from "./active-release";

let room: ReleaseRoom;
beforeEach(async () => {
  room = await openReleaseRoom();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await room.close();
});

/** Changes what nothing in the studio changes; the database itself is told to let it. */
const fault = (sql: string, ...values: unknown[]) => {
  const sqlite = room.studio.database.$client;
  for (const name of ["releases_fixed", "audit_events_fixed"]) sqlite.exec(`drop trigger if exists ${name}`);
  sqlite.prepare(sql).run(...values);
};
const ask = () => room.call("POST", "/respond", { project: "p", input: { comments: [{ text: "hi" }] } });

describe("what serves", () => {
  it("is the policy that the manifest binds, with the key of its endpoint as it is now", async () => {
    await room.promote({ version: room.first, endpoint: "local" });
    const edited = { id: "local", name: "L", baseUrl: "http://127.0.0.1:10/v1", model: "edited", keyVariable: "NEW_KEY" };
    await room.call("PUT", "/endpoints/local", edited);
    const { endpoint } = activeRelease(room.studio, "p");
    expect(endpoint).toMatchObject({ baseUrl: "http://127.0.0.1:9/v1", model: "m", keyVariable: "NEW_KEY" });
    expect(() => activeRelease(room.studio, "p", "canary")).toThrow("release in canary");
  });
  it.each<[string, string, () => void]>([
    [
      "a manifest that was changed",
      "whose hash was recorded",
      () => fault(`update releases set manifest = json_set(manifest, '$.actor', 'eve')`),
    ],
    ["a version that was exchanged", "the manifest", () => fault("update releases set version = ?", room.second)],
    [
      "a file that was changed",
      "The files of the harness have the hash",
      () => fault("update blobs set text = text || 'Lie.' where text like '%answer viewers%'"),
    ],
    ["a manifest that was taken away", "is gone", () => fault("update releases set manifest = null")],
    ["a signature of something else", "The signature is not that", () => fault("update releases set signature = 'AAAA'")],
    [
      "an endpoint that was exchanged",
      "The release names the endpoint embedded",
      () => fault("update releases set endpoint = 'embedded'"),
    ],
  ])("is refused with %s, and that is reported once", async (_, problem, change) => {
    const { privateKey, publicKey } = newKeyPair();
    vi.stubEnv("RELEASE_KEY", privateKey);
    await room.settings({ signing: { keyVariable: "RELEASE_KEY", publicKey } });
    const { body } = await room.promote({ version: room.first, endpoint: "local" });
    change();
    const answers = [await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(answers[0]?.body.message).toContain(problem);
    expect(room.reported).toHaveLength(1);
    expect((await room.call("GET", `/projects/p/releases/${body.id}`)).body.verification.state).toBe("broken");
  });
  it("is refused where it is signed with a key that never was the project's", async () => {
    const [own, foreign] = [newKeyPair(), newKeyPair()];
    vi.stubEnv("RELEASE_KEY", own.privateKey);
    await room.settings({ signing: { keyVariable: "RELEASE_KEY", publicKey: own.publicKey } });
    await room.promote({ version: room.first, endpoint: "local" });
    fault(
      "update gate_settings set settings = json_set(settings, '$.signing.publicKey', ?) where version > 1",
      foreign.publicKey,
    );
    expect((await ask()).body.message).toContain("never was the project's");
  });
  it("may be a release from before manifests", async () => {
    const { body } = await room.promote({ version: room.first, endpoint: "embedded" });
    fault("update releases set manifest = null, manifest_hash = null, gates = null");
    expect((await ask()).status).toBe(200);
    expect((await room.call("GET", `/projects/p/releases/${body.id}`)).body.verification).toEqual({
      state: "none",
      problems: [],
    });
  });
});

describe("a release in its history", () => {
  it("does not verify where the one before it, or the audit event before it, is another", async () => {
    await room.promote({ version: room.first, endpoint: "local" });
    const { body } = await room.promote({ version: room.second });
    const verification = async () => (await room.call("GET", `/projects/p/releases/${body.id}`)).body.verification;
    expect(await verification()).toEqual({ state: "verified", problems: [] });
    fault("update releases set manifest_hash = 'x' where sequence = 1");
    expect((await verification()).problems).toEqual(["The release before it is not the one that the manifest follows."]);
    fault("update audit_events set hash = 'x'");
    expect((await verification()).problems).toHaveLength(2);
  });
});
