"use client";
import { Skeleton } from "@mantine/core";
import { useEffect, useState } from "react";

/** Rows that keep the place of what is being loaded; they appear after a moment, so that quick answers do not flicker. */
export function Loading({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={label} style={{ minHeight: rows * 32, visibility: shown ? "visible" : "hidden" }}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
        <Skeleton key={index} height={16} mt={16} width={`${90 - ((index * 13) % 40)}%`} radius={3} />
      ))}
    </div>
  );
}
