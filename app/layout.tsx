import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./globals.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import { Providers } from "@/components/shell/providers";
import { Shell } from "@/components/shell/shell";
import { queries } from "@/lib/client/queries";
import { getCaller, requireSignIn } from "@/lib/server/caller";
import { Prefetched } from "./prefetched";

export const metadata: Metadata = {
  title: { default: "Harness Evolution Studio", template: "%s · Harness Evolution Studio" },
  description: "Evaluate, evolve and release agent harnesses while the policy model stays fixed.",
};

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  // Every page shows what is stored now; none can be made at build time.
  await connection();
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  // Nobody sees a page to sign in and nothing else: no name of a project goes out with it.
  const within = await requireSignIn();
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <Providers>
          <Prefetched
            queries={[
              { options: queries.session.get.queryOptions(), load: () => getCaller().session.get() },
              ...(within
                ? [
                    { options: queries.projects.list.queryOptions(), load: () => getCaller().projects.list() },
                    { options: queries.endpoints.list.queryOptions(), load: () => getCaller().endpoints.list() },
                  ]
                : []),
            ]}
          >
            {within ? <Shell>{children}</Shell> : children}
          </Prefetched>
        </Providers>
      </body>
    </html>
  );
}
