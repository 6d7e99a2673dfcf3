import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInPage } from "@/components/people/sign-in-page";
import { ownPath } from "@/lib/client/own-path";
import { requireSignIn } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Sign in" };

export default async function StudioSignInPage({ searchParams }: { searchParams: Promise<{ to?: string | string[] }> }) {
  const { to } = await searchParams;
  const next = ownPath(typeof to === "string" ? to : null);
  if (await requireSignIn()) redirect(next);
  return <SignInPage to={next} />;
}
