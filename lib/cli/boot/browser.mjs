// Finds a Chrome or Chromium for the browser journeys; on a Debian machine as root it installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { run } from "./setup.mjs";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const find = () => [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path));

/** Path of a browser, or a sentence that says what is missing. */
export async function browser() {
  const found = find();
  if (found) return { path: found };
  const apt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (apt && process.getuid?.() === 0) {
    process.stderr.write("Installing Chromium for the browser journeys\n");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], { env });
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"], { env });
    const installed = find();
    if (installed) return { path: installed };
  }
  return {
    missing:
      "The browser journeys need Chrome or Chromium, and none was found. Install one, or set CHROMIUM_PATH to its executable.",
  };
}
