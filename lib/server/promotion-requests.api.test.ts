import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReleaseRoom, type ReleaseRoom } from "@/lib/testing/release-room";

let room: ReleaseRoom;
beforeEach(async () => {
  room = await openReleaseRoom();
  await room.settings({ secondPerson: ["production"] });
});
afterEach(() => room.close());

const move = (more: object = {}) => ({
  ...{ version: room.first, endpoint: "local", reason: "better", expectedRelease: null, ...more },
});
const ask = async (more: object = {}, actor = "ada") => (await room.post("/promotion-requests", move(more), actor)).body;
const decide = (id: string, action: string, actor: string) => room.post(`/promotion-requests/${id}`, { action, note: "" }, actor);

describe("a change of public replies where the project wants two people", () => {
  it("is not made by one, who is told how to ask", async () => {
    const { status, body } = await room.post("/releases/promote", move());
    expect([status, body.data.current]).toEqual([409, "second-person"]);
    expect(body.message).toContain("Ask for it");
    expect(await room.releases()).toEqual([]);
  });
  it("is made when another approves it; both names stand under it", async () => {
    const request = await ask();
    const { body } = await decide(request.id, "approve", "bob");
    expect(body).toMatchObject({ state: "approved", decidedBy: "bob", requestedBy: "ada" });
    const [release] = await room.releases();
    expect(release).toMatchObject({ id: body.release, actor: "bob", requestedBy: "ada", version: room.first });
    expect((await decide(request.id, "approve", "eve")).status).toBe(409);
  });
  it.each([
    ["who asked", "ada", 403],
    ["who asked, in other letters", " ADA", 403],
    ["who does not say who they are", "local", 400],
  ])("is not approved by the one %s", async (_, actor, status) => {
    const request = await ask();
    expect((await decide(request.id, "approve", actor)).status).toBe(status);
    expect(await room.releases()).toEqual([]);
  });
  it("is withdrawn by who asked alone, and refused by another alone", async () => {
    const [one, two] = [await ask(), await ask()];
    expect((await decide(one.id, "withdraw", "bob")).status).toBe(403);
    expect((await decide(one.id, "withdraw", "ada")).body.state).toBe("withdrawn");
    expect((await decide(two.id, "refuse", "ada")).status).toBe(403);
    expect((await decide(two.id, "refuse", "bob")).body.state).toBe("refused");
    const { body } = await room.call("GET", "/projects/p/promotion-requests");
    expect(body.map(({ state }: { state: string }) => state)).toEqual(["refused", "withdrawn"]);
  });
  it("lapses where the channel moved, or the endpoint was edited, since it was asked for", async () => {
    const [one, two] = [await ask(), await ask({ version: room.second })];
    await decide(one.id, "approve", "bob");
    const late = await decide(two.id, "approve", "bob");
    expect([late.status, late.body.data.current]).toEqual([409, "lapsed"]);
    const [{ id: expectedRelease }] = await room.releases();
    const three = await ask({ version: room.second, endpoint: "local", expectedRelease });
    await room.call("PUT", "/endpoints/local", { id: "local", name: "L", baseUrl: "http://127.0.0.1:9/v1", model: "edited" });
    // What the channel is bound to has not changed, and that is what was asked for.
    expect((await decide(three.id, "approve", "bob")).body.state).toBe("approved");
    const [{ id }] = await room.releases();
    const four = await ask({ version: room.first, endpoint: "local", expectedRelease: id });
    await room.call("PUT", "/endpoints/local", { id: "local", name: "L", baseUrl: "http://127.0.0.1:9/v1", model: "again" });
    expect((await decide(four.id, "approve", "bob")).body.message).toContain("The endpoint was changed");
    const { body } = await room.call("GET", "/projects/p/promotion-requests");
    expect(body.map(({ state }: { state: string }) => state)).toEqual(["lapsed", "approved", "lapsed", "approved"]);
    expect(await room.releases()).toHaveLength(2);
  });
  it("is asked for under the same gates, with an override that stays under the asker's name", async () => {
    await room.settings({ required: { production: ["latency"], canary: [], staging: [] } });
    expect((await room.post("/promotion-requests", move())).body.data.current).toBe("gates");
    const request = await ask({ override: "The launch is today." });
    await decide(request.id, "approve", "bob");
    expect((await room.releases())[0].override).toEqual({ by: "ada", reason: "The launch is today.", gates: ["latency"] });
  });
  it("is made by one in another channel, and where no reply is public", async () => {
    expect((await room.post("/releases/promote", move({ channel: "canary" }))).status).toBe(200);
    const files = { "harness.yaml": "name: Small\nchannels: [private]\nrequireReplySkill: false\n" };
    expect((await room.post("/releases/promote", move({ version: await room.version(files) }))).status).toBe(200);
  });
});
