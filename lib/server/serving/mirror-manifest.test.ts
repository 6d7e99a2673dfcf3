import type { ContractRouterClient } from "@orpc/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Contract } from "@/lib/contracts/api";
import type { ReleaseDetail } from "@/lib/contracts/release";
import { openReleaseRoom, type ReleaseRoom } from "@/lib/testing/release-room";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { createCaller } from "../caller";
import { newKeyPair } from "../release/signing";
import { mirrorProduction } from "./mirror";

const own = newKeyPair();
let room: ReleaseRoom;
let here: TestStudio;
beforeEach(async () => {
  room = await openReleaseRoom();
  here = openTestStudio();
  vi.stubEnv("RELEASE_KEY", own.privateKey);
  await room.settings({ signing: { keyVariable: "RELEASE_KEY", publicKey: own.publicKey } });
  await room.promote({ version: room.first, endpoint: "local" });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([room.close(), here.close()]);
});

/** The room as another studio sees it, whose answer about a release was changed on its way. */
function changed(change: (detail: ReleaseDetail) => ReleaseDetail): ContractRouterClient<Contract> {
  const caller = createCaller(room.studio, "agent");
  const { endpoints, toolServices, projects, versions } = caller;
  const remote: object = {
    ...{ endpoints, toolServices, projects, versions },
    releases: {
      list: caller.releases.list,
      get: async (input: { project: string; release: string }) => change(await caller.releases.get(input)),
    },
  };
  return remote as ContractRouterClient<Contract>;
}
const look = (change: (detail: ReleaseDetail) => ReleaseDetail = (detail) => detail, publicKey?: string) =>
  mirrorProduction(here.studio, changed(change), "p", { allowPrivate: true, ...(publicKey !== undefined && { publicKey }) });
const withManifest = (change: object) => (detail: ReleaseDetail) => ({
  ...detail,
  manifest: detail.manifest && { ...detail.manifest, ...change },
});

describe("a release that is mirrored", () => {
  it("comes with its manifest and its signature, and verifies here as well", async () => {
    const { release } = await look(undefined, own.publicKey);
    const detail = (await here.call("GET", `/projects/p/releases/${release.id}`)).body;
    expect(detail).toMatchObject({ release: { signed: true }, verification: { state: "verified" } });
    expect(detail.manifest.hash).toBe(release.manifestHash);
    expect((await here.call("GET", "/audit/verify")).body).toMatchObject({ intact: true });
  });
  it("is called where its manifest binds it, and leave is asked for that address", async () => {
    await room.call("PUT", "/endpoints/local", { id: "local", name: "L", baseUrl: "http://8.8.8.8/v1", model: "edited" });
    await expect(
      mirrorProduction(
        here.studio,
        changed((detail) => detail),
        "p",
      ),
    ).rejects.toThrow("has a private address");
  });
  it.each<[string, string, (detail: ReleaseDetail) => ReleaseDetail]>([
    ["whose manifest is missing", "Its manifest did not come", (detail) => ({ ...detail, manifest: null })],
    ["whose manifest has another hash", "has another hash than it says", withManifest({ hash: "0".repeat(64) })],
    ["whose signature is another's", "The signature is not that", withManifest({ signature: "AAAA" })],
  ])("is not taken %s", async (_, problem, change) => {
    await expect(look(change)).rejects.toThrow(problem);
    expect((await here.call("GET", "/projects")).body).toEqual([]);
  });
  it("is not taken unsigned, or signed by another, where a key is demanded", async () => {
    await expect(look(withManifest({ signature: null }), own.publicKey)).rejects.toThrow("It is not signed.");
    await expect(look(undefined, newKeyPair().publicKey)).rejects.toThrow("signed with another key");
  });
});
