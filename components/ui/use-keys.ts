"use client";
import { useEffect, useRef, useSyncExternalStore } from "react";

/** One key or two in a row ("g h"), as `KeyboardEvent.key` spells them; `mod+` stands for Ctrl or Command. */
export interface KeyBinding {
  keys: string;
  label: string;
  /** Left out where the element in focus acts on the key itself and the list only names it. */
  run?: () => void;
  /** Also while a text field or the editor has the focus. Only for combinations with `mod+`. */
  inFields?: boolean;
}

export interface KeyGroup {
  title: string;
  bindings: readonly KeyBinding[];
}

const groups: { current: readonly { id: symbol; group: KeyGroup }[] } = { current: [] };
const listeners = new Set<() => void>();
let pending: { key: string; at: number } | null = null;

function publish(next: typeof groups.current) {
  groups.current = next;
  for (const listener of listeners) listener();
}

function inField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = "input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [role=textbox], .monaco-editor";
  return target.isContentEditable || target.closest(field) !== null;
}

/** Enter and Space belong to a link or button that has the focus. */
function actsItself(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" && event.key !== " ") return false;
  return event.target instanceof HTMLElement && event.target.closest("a, button, summary, [role=button], [role=tab]") !== null;
}

const inDialog = (): boolean => document.querySelector("[role=dialog][aria-modal=true]") !== null;

function spell(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey ? "mod+" : "";
  return `${mod}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey || actsItself(event)) return;
  const key = event.key === "?" ? "?" : spell(event);
  const typing = inField(event.target);
  if ((typing || inDialog()) && !key.startsWith("mod+")) return;
  const sequence = pending && Date.now() - pending.at < 1_200 ? `${pending.key} ${key}` : null;
  pending = null;
  const bindings = [...groups.current].reverse().flatMap(({ group }) => group.bindings);
  const usable = bindings.filter((binding) => binding.run && (!typing || binding.inFields));
  const match = usable.find((binding) => binding.keys === sequence) ?? usable.find((binding) => binding.keys === key);
  if (match) {
    event.preventDefault();
    match.run?.();
  } else if (usable.some((binding) => binding.keys.startsWith(`${key} `))) {
    pending = { key, at: Date.now() };
  }
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener("keydown", onKeyDown);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("keydown", onKeyDown);
  };
}

/**
 * Binds keys while the component is mounted; the newest binding of a key wins. They rest while a field has the focus or
 * a dialog is open, and the `?` overlay lists them under `title`.
 */
export function useKeys(title: string, bindings: readonly KeyBinding[]) {
  const latest = useRef(bindings);
  latest.current = bindings;
  const signature = bindings.map((binding) => `${binding.keys}\n${binding.label}\n${binding.inFields ?? false}`).join("\n\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the bindings; their functions are read when a key is pressed.
  useEffect(() => {
    const id = Symbol(title);
    const stable = latest.current.map((binding, index) =>
      binding.run ? { ...binding, run: () => latest.current[index]?.run?.() } : binding,
    );
    const unsubscribe = subscribe(() => undefined);
    publish([...groups.current, { id, group: { title, bindings: stable } }]);
    return () => {
      publish(groups.current.filter((entry) => entry.id !== id));
      unsubscribe();
    };
  }, [title, signature]);
}

const none: typeof groups.current = [];

/** Everything that can be pressed now, for the `?` overlay. */
export function useKeyGroups(): readonly KeyGroup[] {
  const current = useSyncExternalStore(
    subscribe,
    () => groups.current,
    () => none,
  );
  const merged = new Map<string, KeyBinding[]>();
  for (const { group } of current) {
    if (group.bindings.length > 0) merged.set(group.title, [...(merged.get(group.title) ?? []), ...group.bindings]);
  }
  return [...merged].map(([title, bindings]) => ({ title, bindings }));
}
