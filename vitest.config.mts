import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: "@", replacement: root.replace(/\/$/, "") },
      // The marker module throws outside a React server build; tests are a server.
      { find: "server-only", replacement: `${root}lib/testing/server-only.ts` },
    ],
  },
  test: {
    include: ["lib/**/*.test.ts", "db/**/*.test.ts", "app/**/*.test.ts", "components/**/*.test.ts", "bench/**/*.test.ts"],
    environment: "node",
    setupFiles: ["lib/testing/setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // A worker keeps what it has imported from file to file: two thirds of the import time, and no test counts on a fresh module.
    isolate: false,
  },
});
