import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";

/** Whether there is a redis-server to test with; CI installs one. */
export const hasRedis = (): boolean => spawnSync("redis-server", ["--version"]).status === 0;

/** A real Redis on the loopback that forgets everything when it is stopped. */
export async function startRedis(password = ""): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", tmpdir()];
  const secret = password === "" ? [] : ["--requirepass", password];
  const server: ChildProcess = spawn("redis-server", [...options, ...secret, "--maxmemory-policy", "noeviction"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
    server.stdout?.on("data", (text) => {
      if (String(text).includes("Ready to accept connections")) resolve();
    });
  });
  return { url: `redis://127.0.0.1:${port}`, stop: () => void server.kill() };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
