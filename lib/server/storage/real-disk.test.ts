import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { openTestStudio, SMALL_BUNDLE } from "@/lib/testing/test-studio";

const folder = mkdtempSync(join(tmpdir(), "studio-disk-"));
const mount = (...options: string[]) => spawnSync("mount", [...options, folder], { stdio: "ignore" }).status === 0;
/** Mounting takes rights that not every machine gives. */
const mounted = mount("-t", "tmpfs", "-o", "size=16m", "tmpfs");

afterAll(() => {
  if (mounted) spawnSync("umount", [folder], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!mounted)(
  "a disk of sixteen megabytes that fills up and then is read-only: told of, nothing lost, and it goes on",
  async () => {
    const studio = openTestStudio({ dataFolder: join(folder, "data") });
    const path = studio.studio.database.$client.name;
    const makeProject = (id: string) => studio.call("POST", "/projects", { id, name: id });
    await makeProject("p");
    const filler = join(folder, "filler");
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, Buffer.alloc((bavail - 1) * bsize));
    const text = `---\norder: 2\n---\n${"long ".repeat(100_000)}`;
    const big = { files: { ...SMALL_BUNDLE, "prompt/02-long.md": text } };
    const refused = await studio.call("POST", "/projects/p/versions/import", big);
    expect([refused.status, refused.body.message]).toEqual([507, expect.stringContaining("is full")]);
    expect((await studio.call("GET", "/storage")).body).toMatchObject({ state: "full" });
    rmSync(filler);
    studio.studio.storage.tryNow();
    expect((await studio.call("GET", "/storage")).body).toMatchObject({ state: "ok" });
    expect((await studio.call("POST", "/projects/p/versions/import", big)).status).toBe(200);
    expect((await studio.call("GET", "/audit/verify")).body.intact).toBe(true);
    await studio.studio.close();
    expect(mount("-o", "remount,ro")).toBe(true);
    expect(() => openDatabase(path)).toThrow("Make it and its folder writable");
    expect(mount("-o", "remount,rw")).toBe(true);
    const { database, close } = openDatabase(path);
    expect(database.$client.pragma("integrity_check", { simple: true })).toBe("ok");
    close();
  },
);
