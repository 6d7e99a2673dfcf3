import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCaller } from "@/lib/server/caller";
import { openStudio } from "@/lib/server/studio";
import { SHOP } from "@/lib/testing/mcp-servers";
import { SMALL_BUNDLE } from "@/lib/testing/test-studio";
import { runCommand } from "../run-command";

let data: string;
let stdout = "";
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "studio-tools-"));
  stdout = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(data, { recursive: true, force: true });
  process.exitCode = undefined;
});

async function tools(...args: string[]) {
  stdout = "";
  const code = await runCommand(["tools", ...args, "--data", data]);
  return { code, stdout };
}

test("lists the services, shows what a server offers, and exits with 1 on drift", async () => {
  const studio = openStudio({ dataFolder: data });
  const client = createCaller(studio, "ada");
  await client.toolServices.save({ id: "shop", name: "Shop", kind: "mcp-stdio", command: process.execPath, args: [SHOP] });
  await client.projects.create({ id: "p", name: "P" });
  const { files } = await client.toolServices.discover({ id: "shop" });
  const versionOf = async (bundle: Record<string, string>) =>
    (await client.versions.import({ project: "p", files: { ...SMALL_BUNDLE, ...bundle } })).version.hash;
  const same = await versionOf(files);
  const pin = (text: string) => text.replace(/"schemaHash": "\w+"/, `"schemaHash": "${"f".repeat(64)}"`);
  const drifted = await versionOf({ "tools/price.json": pin(files["tools/price.json"] ?? "") });
  await studio.close();

  expect(await tools("list")).toEqual({ code: 0, stdout: expect.stringMatching(/shop +mcp-stdio .*none needed/) });
  expect(await tools("discover", "shop")).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^shop 1\.2\.3, protocol 2026-07-28\n[\s\S]*price +tools\/price\.json/),
  });
  expect(JSON.parse((await tools("discover", "shop", "--json")).stdout)).toMatchObject({ server: "shop", files });
  expect((await tools("drift", "--project", "p", "--version", same)).code).toBe(0);
  expect(await tools("drift", "--project", "p", "--version", drifted)).toEqual({
    code: 1,
    stdout: expect.stringMatching(/price +shop +drifted/),
  });
}, 60_000);
