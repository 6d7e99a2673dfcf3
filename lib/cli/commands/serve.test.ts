import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handleApi } from "@/lib/server/http";
import { answerThrough } from "@/lib/server/serving/node-handler";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE } from "@/lib/testing/test-studio";
import { delta, sendStream, startWireServer } from "@/lib/testing/wire-server";
import { runCommand } from "../run-command";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-serve-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts an agent in a process of its own; `said` settles once its standard output has the text. */
function studioServe(...args: string[]) {
  const child = spawn(
    process.execPath,
    [
      "--conditions=react-server",
      "--import",
      "tsx",
      "lib/cli/main.ts",
      "serve",
      "--agent",
      "--port",
      "0",
      "--data",
      folder,
      ...args,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, STUDIO_HOST: "" } },
  );
  const output = { stdout: "", stderr: "" };
  child.stderr.on("data", (text) => {
    output.stderr += text;
  });
  const address = new Promise<string>((settle) => {
    child.stdout.on("data", (chunk) => {
      output.stdout += chunk;
      const [, port] = /:(\d+)\/api\/respond/.exec(output.stdout) ?? [];
      if (port) settle(`http://127.0.0.1:${port}`);
    });
  });
  return { child, output, address };
}

test("an agent that is told to stop lets an open stream end, stores what it served, and ends in order", async () => {
  let answer = () => {};
  const model = await startWireServer((response) => {
    answer = () => sendStream(response, [delta({ content: "Hello there." }), delta({}, "stop")]);
  });
  const files = { ...SMALL_BUNDLE, "harness.yaml": `${SMALL_BUNDLE["harness.yaml"]}limits: {firstCallTimeoutMs: 9000}\n` };
  const first = openTestStudio({ dataFolder: folder });
  await first.call("POST", "/projects", { id: "p", name: "P" });
  await first.call("PUT", "/endpoints/local", { id: "local", name: "Local", baseUrl: model.url, model: "m" });
  const version = (await first.call("POST", "/projects/p/versions/import", { files })).body.version.hash;
  await first.call("POST", "/projects/p/releases/promote", {
    version,
    endpoint: "local",
    reason: "r",
    expectedRelease: null,
    ...OVERRIDDEN,
  });
  await first.studio.close();
  const { child, output, address } = studioServe();
  try {
    const response = await fetch(`${await address}/api/respond/stream`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ project: "p", input: { comments: [{ text: "hi" }] } }),
    });
    while (model.bodies.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 200));
    answer();
    expect(await response.text()).toContain('"event":"done"');
    expect(await ended).toEqual([0, null]);
    expect(output.stderr).toBe("");
  } finally {
    child.kill("SIGKILL");
    await model.close();
  }
  const after = openTestStudio({ dataFolder: folder });
  expect((await after.call("GET", "/projects/p/served")).body).toMatchObject({ total: 1, items: [{ reply: "Hello there." }] });
  await after.studio.close();
});

test("an agent whose studio does not answer ends when it is told to", async () => {
  const silent = createServer(() => {});
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const listening = silent.address();
  const port = typeof listening === "object" && listening ? listening.port : 0;
  const { child } = studioServe("--from", `http://127.0.0.1:${port}`, "--project", "p");
  try {
    await once(silent, "request");
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
    silent.closeAllConnections();
    silent.close();
  }
});

/** Runs the command in this process at an address that is none of this machine's: it ends as soon as it would listen. */
async function elsewhere(...args: string[]): Promise<{ code: number; stderr: string; host: string | undefined }> {
  let stderr = "";
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  vi.stubEnv("STUDIO_HOST", "");
  try {
    const place = ["--host", "203.0.113.1", "--port", "0", "--data", join(folder, "agent")];
    return { code: await runCommand(["serve", "--agent", ...place, ...args]), stderr, host: process.env.STUDIO_HOST };
  } finally {
    spy.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  }
}

test("an agent that others can reach starts no programs for tools, as its studio would not", async () => {
  expect(await elsewhere()).toMatchObject({ code: 3, host: "203.0.113.1" });
});

test.each([
  [["--allow-private"], "belong to --from"],
  [["--allow-variable", "KEY"], "belong to --from"],
  [
    ["--from", "http://127.0.0.1:9", "--project", "p", "--allow-variable", "A,B"],
    "--allow-variable is the name of one variable.",
  ],
])("refuses %j", async (args, message) => {
  expect(await elsewhere(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test("an agent takes from a studio what it was given leave for, and says what it refuses", async () => {
  const home = openTestStudio();
  const server = createServer((incoming, outgoing) => {
    void answerThrough((request) => handleApi(request, home.studio), incoming, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  const port = typeof listening === "object" && listening ? listening.port : 0;
  // Both are in this process, so the agent stays on the loopback; it ends because the port is taken.
  const place = ["--host", "127.0.0.1", "--port", String(port)];
  const from = [...place, "--from", `http://127.0.0.1:${port}`, "--project", "p"];
  try {
    await home.call("POST", "/projects", { id: "p", name: "P" });
    const local = { id: "local", name: "Local", baseUrl: "http://127.0.0.1:9/v1", model: "m", keyVariable: "KEY_A" };
    await home.call("PUT", "/endpoints/local", local);
    const version = (await home.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
    await home.call("POST", "/projects/p/releases/promote", {
      version,
      endpoint: "local",
      reason: "r",
      expectedRelease: null,
      ...OVERRIDDEN,
    });
    expect((await elsewhere(...from, "--allow-private")).stderr).toContain("--allow-variable KEY_A takes it");
    expect((await elsewhere(...from, "--allow-variable", "KEY_A")).stderr).toContain("--allow-private takes it");
    const leave = ["--allow-private", "--allow-variable", "KEY_B", "--allow-variable", "KEY_A"];
    expect((await elsewhere(...from, ...leave)).stderr).toContain("Serving Small");
  } finally {
    server.closeAllConnections();
    server.close();
    await home.close();
  }
});
