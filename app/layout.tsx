import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./globals.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata } from "next";
import { connection } from "next/server";
import { Providers } from "@/components/shell/providers";
import { Shell } from "@/components/shell/shell";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";
import { Prefetched } from "./prefetched";

export const metadata: Metadata = {
  title: { default: "Harness Evolution Studio", template: "%s · Harness Evolution Studio" },
  description: "Evaluate, evolve and release agent harnesses while the policy model stays fixed.",
};

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  // Every page shows what is stored now; none can be made at build time.
  await connection();
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" />
      </head>
      <body>
        <Providers>
          <Prefetched
            queries={[
              { options: queries.projects.list.queryOptions(), load: () => getCaller().projects.list() },
              { options: queries.endpoints.list.queryOptions(), load: () => getCaller().endpoints.list() },
            ]}
          >
            <Shell>{children}</Shell>
          </Prefetched>
        </Providers>
      </body>
    </html>
  );
}
