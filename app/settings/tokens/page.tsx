import type { Metadata } from "next";
import { TokensPage } from "@/components/people/tokens-page";

export const metadata: Metadata = { title: "Tokens" };

export default function SettingsTokensPage() {
  return <TokensPage />;
}
