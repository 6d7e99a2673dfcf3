import type { NextConfig } from "next";

const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "worker-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const config: NextConfig = {
  serverExternalPackages: [
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
          { key: "Content-Security-Policy", value: policy },
          { key: "X-Content-Type-Options", value: "nosniff" },
          { key: "Referrer-Policy", value: "same-origin" },
        ],
      },
    ];
  },
};

export default config;
