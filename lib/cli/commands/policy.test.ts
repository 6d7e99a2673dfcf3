import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

/** Starts the command in a process of its own; `said` settles once its standard output has the text. */
function studioPolicy(...args: string[]) {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "--import", "tsx", "lib/cli/main.ts", "policy", "--port", "0", ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const output = { stdout: "", stderr: "" };
  child.stderr.on("data", (text) => {
    output.stderr += text;
  });
  const said = (text: string) =>
    new Promise<string>((settle) => {
      child.stdout.on("data", (chunk) => {
        output.stdout += chunk;
        if (output.stdout.includes(text)) settle(output.stdout);
      });
    });
  return { child, output, said };
}

test.each(["SIGINT", "SIGTERM"] as const)("serves the policy with its faults until %s, then ends in order", async (signal) => {
  const { child, said } = studioPolicy("--fault", "rate-limited=3:1@1");
  try {
    const text = await said("and no key.");
    const url = /answers at (http:\/\/127\.0\.0\.1:\d+\/v1)/.exec(text)?.[1];
    const ask = () =>
      fetch(`${url}/chat/completions`, {
        method: "POST",
        body: JSON.stringify({ model: "embedded-policy", messages: [{ role: "user", content: "hello" }] }),
      });
    expect((await ask()).status).toBe(200);
    const second = await ask();
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "3"]);
    const ended = once(child, "exit");
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
  }
});

test.each([
  [["--fault", "nonsense"], "The fault “nonsense” is not understood: the kinds are"],
  [["--seed", "-1"], "--seed is a whole number"],
  [["--host", "203.0.113.1"], "The policy cannot listen on 203.0.113.1"],
])("%j ends with a message and a code", async (args, message) => {
  const { child, output } = studioPolicy(...args);
  const [code] = await once(child, "exit");
  expect([code !== 0, output.stderr]).toEqual([true, expect.stringContaining(message)]);
});
