"use client";
import { ErrorState } from "@/components/ui/error-state";

export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return <ErrorState error={error} onRetry={reset} back={{ label: "To the projects", href: "/" }} />;
}
