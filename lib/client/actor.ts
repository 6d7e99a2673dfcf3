const STORED_AS = "studio-actor";

const listeners = new Set<() => void>();

/** The name in which this browser writes; empty until the person gives one, or where storage is off. */
export function readActor(): string {
  try {
    return globalThis.localStorage?.getItem(STORED_AS) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the name for later visits; an empty name forgets it. */
export function writeActor(name: string): void {
  try {
    if (name.trim() === "") globalThis.localStorage.removeItem(STORED_AS);
    else globalThis.localStorage.setItem(STORED_AS, name.trim());
  } catch {
    // Storage may be off; the name then lasts for no longer than the call.
  }
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: calls back when the name changes in this or another tab; answers how to end it. */
export function subscribeActor(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.("storage", listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.("storage", listener);
  };
}
