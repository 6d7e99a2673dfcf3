"use client";

import { useCallback, useEffect, useState } from "react";
import type { Draft } from "./drafts";

export interface Drafts {
  of: (entry: string) => Draft | null;
  /** Changes the draft of an entry; null takes it away. */
  change: (entry: string, next: (before: Draft | null) => Draft | null) => void;
  all: Readonly<Record<string, Draft>>;
}

/** The edits of a stage that are not saved, by entry. Leaving the page while there are any is asked about. */
export function useDrafts(): Drafts {
  const [all, setAll] = useState<Readonly<Record<string, Draft>>>({});
  const change = useCallback((entry: string, next: (before: Draft | null) => Draft | null) => {
    setAll((before) => {
      const { [entry]: was, ...others } = before;
      const draft = next(was ?? null);
      return draft === null ? others : { ...others, [entry]: draft };
    });
  }, []);
  const unsaved = Object.keys(all).length > 0;
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
  return { of: (entry) => all[entry] ?? null, change, all };
}
