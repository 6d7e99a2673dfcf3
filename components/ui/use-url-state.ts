"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

type Change = Record<string, string | null | undefined>;

/**
 * The query part of the address as state. `set` merges: null, undefined and "" take a key away. It replaces the entry of
 * the history (a filter), or adds one with `push` (something opened, so that Back closes it). Nothing is fetched again
 * from the server.
 */
export function useUrlParams(): { get: (key: string) => string | null; set: (change: Change, how?: "replace" | "push") => void } {
  const search = useSearchParams();
  const pathname = usePathname();
  const set = useCallback(
    (change: Change, how: "replace" | "push" = "replace") => {
      // Read where the browser is, not where the last render was: two changes in one event must both hold.
      const next = new URLSearchParams(window.location.search);
      for (const [key, value] of Object.entries(change)) {
        if (value == null || value === "") next.delete(key);
        else next.set(key, value);
      }
      const query = next.toString();
      const address = `${pathname}${query ? `?${query}` : ""}`;
      if (how === "push") window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
    [pathname],
  );
  return { get: (key) => search.get(key), set };
}

/** One key of the address as a string; `initial` is what an absent key means and is not written. */
export function useUrlState(
  key: string,
  initial = "",
  how: "replace" | "push" = "replace",
): [string, (value: string | null) => void] {
  const { get, set } = useUrlParams();
  const change = useCallback(
    (value: string | null) => set({ [key]: value === initial ? null : value }, how),
    [set, key, initial, how],
  );
  return [get(key) ?? initial, change];
}
