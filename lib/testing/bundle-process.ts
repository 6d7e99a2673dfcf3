import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * A process of the studio as one plain file, so that a restart takes a fraction of the time. `entry` is relative to the root;
 * `folder` must lie inside node_modules, so that the native module is found. Answers the path of the file.
 */
export async function bundleProcess(entry: string, folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: {
      alias: [
        { find: /^@\//, replacement: root },
        { find: "server-only", replacement: join(root, "lib/testing/server-only.ts") },
      ],
    },
    ssr: { noExternal: true, external: ["better-sqlite3", "bullmq", "ioredis", "fasttext.wasm.js"] },
    build: {
      ssr: join(root, entry),
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "process.mjs" } },
    },
  });
  return join(folder, "process.mjs");
}
