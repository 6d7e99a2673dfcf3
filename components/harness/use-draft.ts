"use client";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import type { Bundle } from "@/lib/contracts/harness";
import { changeFile, type Draft } from "./draft";

const Stored = z.record(z.string(), z.string().nullable());

function restore(key: string): Draft {
  const stored = window.sessionStorage.getItem(key);
  if (!stored) return {};
  try {
    return Stored.parse(JSON.parse(stored));
  } catch {
    return {};
  }
}

/** The unsaved changes to a version; kept in the tab, so that leaving the page or a reload loses nothing. */
export function useDraft(version: string, base: Bundle) {
  const key = `studio-draft-${version}`;
  const [draft, setDraft] = useState<Draft>(() => restore(key));
  const saved = useRef(false);
  const dirty = Object.keys(draft).length > 0;
  useEffect(() => {
    if (dirty && !saved.current) window.sessionStorage.setItem(key, JSON.stringify(draft));
    else window.sessionStorage.removeItem(key);
  }, [key, draft, dirty]);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  return {
    draft,
    dirty,
    change: (path: string, text: string | null) => setDraft((current) => changeFile(base, current, path, text)),
    undo: (path: string) => setDraft(({ [path]: _, ...others }) => others),
    discard: () => setDraft({}),
    /** After a save: the changes are in the new version and need not be kept here. */
    forget: () => {
      saved.current = true;
      window.sessionStorage.removeItem(key);
    },
  };
}
