import { z } from "zod";
import type { DialogueTurn } from "@/lib/contracts/case";
import { parseJson } from "../parse-json";

type Role = DialogueTurn["role"];

const ROLES: Record<string, Role> = {
  ...{ viewer: "viewer", user: "viewer", customer: "viewer", human: "viewer", 观众: "viewer", 用户: "viewer", 顾客: "viewer" },
  ...{ host: "host", assistant: "host", agent: "host", ai: "host", bot: "host", 主播: "host", 助手: "host", 客服: "host" },
};
const SPOKEN = /^\s*([\p{L}]{1,12})\s*[:：]\s*(.*)$/u;
const Turns = z.array(z.object({ role: z.string(), content: z.string().min(1) }));

/** Whose turn a word for a role names; undefined for any other word. */
const roleOf = (word: string): Role | undefined => {
  const folded = word.trim().toLowerCase();
  return Object.hasOwn(ROLES, folded) ? ROLES[folded] : undefined;
};

/**
 * The earlier turns in a cell: JSON `[{"role", "content"}]`, or lines `viewer: …` and `host: …` (also user, assistant, 用户,
 * 主播 …); a line that names nobody goes on with the turn before it.
 */
export function parseDialogue(cell: string | undefined): { ok: true; turns: DialogueTurn[] } | { ok: false; message: string } {
  if (cell === undefined) return { ok: true, turns: [] };
  return cell.startsWith("[") ? fromJson(cell) : fromLines(cell);
}

function fromJson(cell: string): ReturnType<typeof parseDialogue> {
  const json = parseJson(cell);
  const parsed = json.ok ? Turns.safeParse(json.value) : undefined;
  if (!parsed?.success) return { ok: false, message: 'dialogue: is no JSON list of {"role", "content"}' };
  const turns: DialogueTurn[] = [];
  for (const { role, content } of parsed.data) {
    const known = roleOf(role);
    if (known === undefined) return { ok: false, message: `dialogue: the role "${role}" is neither viewer nor host` };
    turns.push({ role: known, content });
  }
  return { ok: true, turns };
}

function fromLines(cell: string): ReturnType<typeof parseDialogue> {
  const turns: DialogueTurn[] = [];
  for (const line of cell.split(/\r\n|\r|\n/)) {
    const spoken = SPOKEN.exec(line);
    const role = spoken?.[1] === undefined ? undefined : roleOf(spoken[1]);
    const last = turns.at(-1);
    if (role !== undefined) turns.push({ role, content: spoken?.[2]?.trim() ?? "" });
    else if (last) last.content += `\n${line}`;
    else if (line.trim() !== "")
      return { ok: false, message: "dialogue: the first line names no speaker; write viewer: … or host: …" };
  }
  return {
    ok: true,
    turns: turns.flatMap(({ role, content }) => (content.trim() === "" ? [] : [{ role, content: content.trim() }])),
  };
}
