import type { NextConfig } from "next";

/** Of files: what a worker may do is said where its script is served. Pages have their policy from proxy.ts, the API its own. */
const filePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

const config: NextConfig = {
  serverExternalPackages: [
    "better-auth",
    "better-sqlite3",
    "quickjs-emscripten",
    "undici",
    "@modelcontextprotocol/client",
    "fasttext.wasm.js",
    "bullmq",
    "ioredis",
  ],
  poweredByHeader: false,
  // Types are checked by `npm run check`; a build for a stranger need not pay for them again.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    optimizePackageImports: ["@mantine/core", "@mantine/hooks"],
    // A stranger builds once; writing a cache for the next build takes longer than it saves.
    turbopackFileSystemCacheForBuild: false,
  },
  async headers() {
    return [
      {
        source: "/:path*",
        headers: [
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "X-Frame-Options", value: "DENY" },
          { key: "Referrer-Policy", value: "same-origin" },
          { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
        ],
      },
      { source: "/_next/static/:path*", headers: [{ key: "Content-Security-Policy", value: filePolicy }] },
    ];
  },
};

export default config;
