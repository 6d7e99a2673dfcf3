import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openReleaseRoom, type ReleaseRoom } from "@/lib/testing/release-room";
import { runInProcess } from "@/lib/testing/run-in-process";
import { readEvidence } from "./rollback";

let room: ReleaseRoom;
beforeEach(async () => {
  room = await openReleaseRoom();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await room.close();
});

/** A command on the room's data, by somebody. */
const run = async (actor: string, ...args: string[]) => {
  const all = [...args, "--project", "p", "--data", room.studio.dataFolder, "--actor", actor];
  const { code, stdout, stderr } = await runInProcess(all, {});
  return { code, text: stdout + stderr };
};
const json = async (actor: string, ...args: string[]) => JSON.parse((await run(actor, ...args, "--json")).text);

describe("the command line", () => {
  it("promotes, shows, verifies and rolls back", async () => {
    const one = await json("ada", "promote", room.first.slice(0, 10), "--endpoint", "embedded", "--reason", "first");
    expect(one).toMatchObject({ version: room.first, actor: "ada", endpoint: "embedded" });
    const two = await json("ada", "promote", room.second, "--reason", "better");
    expect(two).toMatchObject({ switched: "harness", previous: one.id });
    const stale = await run("bob", "promote", room.first, "--reason", "late", "--expect", one.id);
    expect(stale).toMatchObject({ code: 2, text: expect.stringContaining("ada moved production") });
    expect((await run("ada", "release", "show", two.id)).text).toMatch(/Promoted by ada: better[\s\S]*It verifies/);
    expect(await run("ada", "release", "verify", two.id)).toMatchObject({ code: 0 });
    const evidence = ["--evidence", "gate:latency=P95 is 19 s", "--evidence", "alarm:Shop down"];
    const back = await json("bob", "rollback", one.id, "--reason", "worse", ...evidence);
    expect(back).toMatchObject({ restored: one.id, evidence: [{ gate: "latency", note: "P95 is 19 s" }, { note: "Shop down" }] });
    room.studio.database.$client.exec("update blobs set text = text || 'Lie.' where text like '%answer viewers%'");
    expect(await run("ada", "release", "verify", back.id)).toMatchObject({
      code: 1,
      text: expect.stringContaining("does not verify"),
    });
  });
  it("asks a second person, who approves", async () => {
    await room.settings({ secondPerson: ["production"] });
    const move = ["promote", room.first, "--endpoint", "embedded", "--reason", "first"];
    expect(await run("ada", ...move)).toMatchObject({ code: 2, text: expect.stringContaining("--request") });
    const { id } = await json("ada", ...move, "--request");
    expect((await run("ada", "release", "approve", id)).text).toContain("A second person decides");
    expect(await json("bob", "release", "approve", id)).toMatchObject({ state: "approved" });
    expect((await run("ada", "release", "requests")).text).toMatch(new RegExp(`${id} .*approved`));
  });
  it("makes a pair of keys and keeps nothing of it", async () => {
    const { stdout } = await runInProcess(["release", "key", "--json"], {});
    expect(JSON.parse(stdout)).toEqual({
      privateKey: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----/),
      publicKey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/),
    });
  });
  it("refuses evidence that it cannot read", () => {
    expect(readEvidence("case:run_1/c/2=why")).toEqual({ kind: "case", run: "run_1", case: "c/2", note: "why" });
    expect(readEvidence("served:trj_1")).toEqual({ kind: "served", trajectory: "trj_1", note: "" });
    for (const text of ["gate:speed", "case:run_1", "alarm:", "nonsense"])
      expect(() => readEvidence(text)).toThrow("cannot be read");
  });
});
