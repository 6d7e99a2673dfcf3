import { defineConfig, devices } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 3877);

/** Browser journeys on the production build, with a data folder of their own. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 1,
  // A shared CI machine stalls now and then; a second try is reported as flaky, not hidden.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // Recording every journey takes a third of its time; `--trace on` records one that is looked into.
    trace: "on-first-retry",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node e2e/serve.mjs",
    url: `http://127.0.0.1:${port}/api/health`,
    // With E2E_PORT set, a studio that already listens there is used.
    reuseExistingServer: process.env.E2E_PORT !== undefined,
    timeout: 180_000,
    env: { PORT: String(port) },
  },
});
