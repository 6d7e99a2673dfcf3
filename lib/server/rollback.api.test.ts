import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReleaseRoom, type ReleaseRoom } from "@/lib/testing/release-room";

let room: ReleaseRoom;
let one: { id: string };
let two: { id: string };
beforeEach(async () => {
  room = await openReleaseRoom();
  one = (await room.promote({ version: room.first, endpoint: "local" })).body;
  two = (await room.promote({ version: room.second, endpoint: "embedded" })).body;
});
afterEach(() => room.close());

const back = (more: object = {}) =>
  room.post("/releases/rollback", { release: one.id, reason: "worse", expectedRelease: two.id, ...more });

describe("a rollback", () => {
  it("brings back both, to any earlier release, and keeps what was between", async () => {
    await room.settings({ required: { production: ["latency", "regression", "capability"], canary: [], staging: [] } });
    await room.settings({ secondPerson: ["production"] });
    const { body } = await back();
    expect(body).toMatchObject({ switched: "both", restored: one.id, previous: two.id, version: room.first, endpoint: "local" });
    expect((await room.releases()).map(({ id }) => id)).toEqual([body.id, two.id, one.id]);
    const detail = (await room.call("GET", `/projects/p/releases/${body.id}`)).body;
    expect(detail).toMatchObject({ gates: null, verification: { state: "verified" } });
  });
  it("brings back the harness alone, or the policy alone", async () => {
    expect((await back({ what: "harness" })).body).toMatchObject({
      switched: "harness",
      version: room.first,
      endpoint: "embedded",
    });
    const [now] = await room.releases();
    expect((await back({ what: "policy", expectedRelease: now.id })).body).toMatchObject({
      ...{ switched: "policy", version: room.first, endpoint: "local" },
    });
  });
  it("restores the policy as it was bound, though its endpoint was edited since", async () => {
    await room.call("PUT", "/endpoints/local", { id: "local", name: "L", baseUrl: "http://127.0.0.1:10/v1", model: "edited" });
    expect((await back()).body.policy).toMatchObject({ endpoint: "local", baseUrl: "http://127.0.0.1:9/v1", model: "m" });
  });
  it("keeps its evidence, and takes none that is not there", async () => {
    const evidence = [
      { kind: "gate", gate: "latency", note: "P95 is 19 s" },
      { kind: "alarm", note: "Shop down", url: "" },
    ];
    expect((await back({ evidence: [{ kind: "case", run: "run_x", case: "c" }] })).status).toBe(404);
    expect((await back({ evidence: [{ kind: "served", trajectory: "trj_x" }] })).status).toBe(404);
    expect((await back({ evidence })).body.evidence).toEqual(evidence);
  });
  it("to what is there already, or over a newer move, is refused", async () => {
    expect((await back({ release: two.id })).status).toBe(400);
    expect((await back({ expectedRelease: one.id })).status).toBe(409);
    expect((await back({ release: "rel_x" })).status).toBe(404);
  });
});
