"use client";
import { useSyncExternalStore } from "react";

let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  if (now === 0) now = Date.now();
  return now;
}

/** The time now in milliseconds, renewed twice a minute; 0 on the server, which does not know the reader's clock. */
export const useNow = (): number => useSyncExternalStore(subscribe, read, () => 0);
