import type { Check, DialogueTurn } from "@/lib/contracts/case";
import type { CaseField } from "@/lib/contracts/case-import";
import { Json, type JsonObject, type JsonValue } from "@/lib/contracts/ids";
import { contentId, guessLanguage } from "../content-id";
import { DEFAULT_CHECKS, NO_CHECK } from "../default-checks";
import { parseJson } from "../parse-json";
import { parseDialogue } from "./dialogue-cell";

/** Cells of a row by field, without empty ones. */
export type RowFields = ReadonlyMap<CaseField, readonly string[]>;

/** The case that a row describes, not yet validated, or what the row lacks. */
export function rowCase(
  fields: RowFields,
  settings: { defaultChecks: boolean; taken: (id: string) => boolean },
): { ok: true; value: unknown } | { ok: false; message: string } {
  const one = (field: CaseField) => fields.get(field)?.[0];
  const comment = one("comment");
  if (comment === undefined) return { ok: false, message: "the comment is empty" };
  const dialogue = parseDialogue(one("dialogue"));
  if (!dialogue.ok) return dialogue;
  const own = checksOf(fields);
  if (own.length === 0 && !settings.defaultChecks) return { ok: false, message: NO_CHECK };
  const viewer = one("viewer");
  const priority = one("priority");
  const reference = one("reference");
  const group = one("group");
  const value = {
    id: one("id") ?? contentId([comment, viewer ?? null, dialogue.turns satisfies DialogueTurn[]], settings.taken),
    category: one("category") ?? "uncategorised",
    input: { comments: [{ text: comment, ...(viewer !== undefined && { viewer }) }] },
    context: contextOf(fields),
    dialogue: dialogue.turns,
    checks: own.length > 0 ? own : DEFAULT_CHECKS,
    language: one("language") ?? guessLanguage(comment),
    tags: listOf(fields.get("tags"), /[,，;；、|\n]/),
    ...(one("channel") !== undefined && { channel: one("channel")?.toLowerCase() }),
    ...(priority !== undefined && { priority: priority.replace(/^[pP]?([0-2])$/, "P$1") }),
    ...(reference !== undefined && { reference }),
    ...(group !== undefined && { group }),
  };
  return { ok: true, value };
}

function checksOf(fields: RowFields): Check[] {
  const checks: Check[] = [];
  const expected = listOf(fields.get("expected"), /[|\n]/);
  const excludes = listOf(fields.get("excludes"), /[|\n]/);
  if (expected.length > 0) {
    checks.push({ id: "expected", kind: "reply-contains", metric: "accuracy", core: true, any: expected });
  }
  if (excludes.length > 0) {
    checks.push({ id: "excludes", kind: "reply-excludes", metric: "accuracy", core: true, any: excludes });
  }
  for (const tool of new Set(listOf(fields.get("tool"), /[,，;；、|\n]/))) {
    checks.push({ id: `tool-${tool}`, kind: "tool-called", metric: "effectiveness", core: true, tool });
  }
  return checks;
}

function contextOf(fields: RowFields): JsonObject {
  const context: JsonObject = {};
  for (const [field, cells] of fields) {
    if (!field.startsWith("context.")) continue;
    const keys = field.split(".").slice(1);
    const last = keys.pop();
    let at = context;
    for (const key of keys) {
      const inner = Object.hasOwn(at, key) ? at[key] : undefined;
      const next: JsonObject = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
      at[key] = next;
      at = next;
    }
    if (last !== undefined) at[last] = cellValue(cells[0] ?? "");
  }
  return context;
}

/** A cell of JSON objects or arrays as such; any other as text, so that an order number stays as it is written. */
function cellValue(cell: string): JsonValue {
  if (!/^[[{]/.test(cell)) return cell;
  const json = parseJson(cell);
  const value = json.ok ? Json.safeParse(json.value) : undefined;
  return value?.success ? value.data : cell;
}

const listOf = (cells: readonly string[] | undefined, between: RegExp): string[] =>
  (cells ?? []).flatMap((cell) => cell.split(between).flatMap((part) => part.trim() || []));
