import type { JsonValue } from "@/lib/contracts/ids";

export type PointerResult = { ok: true; value: JsonValue } | { ok: false; message: string };

/**
 * A copy of `root` with a value set at a JSON pointer (RFC 6901). The parent must exist; a new key is added to an object, and
 * `-` or the length appends to an array. The empty pointer replaces the whole.
 */
export function setAtPointer(root: JsonValue, pointer: string, value: JsonValue): PointerResult {
  if (pointer === "") return { ok: true, value };
  if (!pointer.startsWith("/")) return { ok: false, message: 'a JSON pointer begins with "/"' };
  return setAt(root, tokensOf(pointer), value, "");
}

/** The value at a JSON pointer (RFC 6901); undefined where there is none. The empty pointer is the whole. */
export function valueAtPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let node: JsonValue | undefined = root;
  for (const key of pointer === "" ? [] : tokensOf(pointer)) {
    if (typeof node !== "object" || node === null) return undefined;
    if (Array.isArray(node)) node = /^(?:0|[1-9]\d*)$/.test(key) ? node[Number(key)] : undefined;
    else node = Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return node;
}

function tokensOf(pointer: string): string[] {
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function setAt(node: JsonValue, keys: readonly string[], value: JsonValue, seen: string): PointerResult {
  const [key, ...rest] = keys;
  if (key === undefined) return { ok: true, value };
  if (Array.isArray(node)) {
    const index = key === "-" ? node.length : /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : -1;
    if (index < 0 || index > node.length || (rest.length > 0 && index === node.length)) {
      return { ok: false, message: `there is no item ${key} at ${seen || "the top"}` };
    }
    const child = setAt(node[index] ?? null, rest, value, `${seen}/${key}`);
    return child.ok ? { ok: true, value: replaceAt(node, index, child.value) } : child;
  }
  if (typeof node !== "object" || node === null) return { ok: false, message: `${seen || "the top"} is not an object or a list` };
  if (rest.length > 0 && !Object.hasOwn(node, key)) return { ok: false, message: `there is no ${key} at ${seen || "the top"}` };
  const child = setAt(node[key] ?? null, rest, value, `${seen}/${key}`);
  if (!child.ok) return child;
  // Entries, not an assignment: a key such as __proto__ must stay plain data.
  const entries = new Map(Object.entries(node)).set(key, child.value);
  return { ok: true, value: Object.fromEntries(entries) };
}

function replaceAt(items: readonly JsonValue[], index: number, value: JsonValue): JsonValue[] {
  return [...items.slice(0, index), value, ...items.slice(index + 1)];
}
