import { vi } from "vitest";
import { runCommand } from "@/lib/cli/run-command";

/** Runs a command of the command line in this process; what it writes is kept from the terminal. */
export async function runInProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: "", stderr: "" };
  const keep = (stream: "stdout" | "stderr") =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
      return true;
    });
  const spies = [keep("stdout"), keep("stderr")];
  vi.stubEnv("GITHUB_STEP_SUMMARY", "");
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    return { code: await runCommand(args), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  }
}
