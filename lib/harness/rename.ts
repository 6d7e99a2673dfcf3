import { type Bundle, BundlePath, type Diagnostic } from "@/lib/contracts/harness";
import { Slug } from "@/lib/contracts/ids";
import { diagnostic } from "./diagnose";
import { splitFrontMatter } from "./front-matter";
import { parseJsonSource } from "./json-source";
import { kindOf } from "./kind";
import { type NamedKind, type Renaming, renameReferences } from "./references";

const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

type Renamed = { ok: true; bundle: Bundle } | { ok: false; problem: Diagnostic };

/**
 * Renames a Skill (with its folder), tool, Hook or prompt block: the file moves from `path` to `to`, the name inside it
 * follows, and so do the references to it in every file of the bundle. Refuses what is no such unit, another kind of path, a
 * name that is not valid and one that is taken.
 */
export function renameUnit(bundle: Bundle, path: string, to: string): Renamed {
  const refuse = (code: string, message: string): Renamed => ({
    ok: false,
    problem: diagnostic(path, "error", code, message),
  });
  const kind = namedKind(path);
  if (kind === null) return refuse("rename-kind", "only a Skill, tool, Hook or prompt block has a name");
  if (namedKind(to) !== kind) return refuse("rename-kind", `${to} is not the place of a ${kind}`);
  const text = bundle[path];
  if (text === undefined) return refuse("file-missing", "the file to rename is not there");
  const from = nameOf(kind, path, text);
  if (from === null) return refuse("rename-unreadable", "the name in the file cannot be read");
  const name = stemOf(kind, to);
  const valid = kind === "skill" ? Slug.safeParse(name).success : TOOL_NAME.test(name);
  if (!valid && kind !== "prompt") return refuse("rename-invalid", `"${name}" is not a valid name for a ${kind}`);

  const moves = movesOf(bundle, kind, path, to);
  const moved = new Set(moves.map(([old]) => old));
  for (const [, next] of moves) {
    if (!BundlePath.safeParse(next).success) return refuse("path-invalid", `${next} is not a valid path inside a bundle`);
    if (bundle[next] !== undefined && !moved.has(next)) return refuse("file-exists", `${next} is already there`);
  }
  const others = Object.keys(bundle).filter((other) => !moved.has(other));
  if (kind === "skill" && others.some((other) => other.startsWith(folderOf(to)))) {
    return refuse("file-exists", `the folder ${folderOf(to)} is already there`);
  }
  const taken = others.find((other) => clashes(kind, namedKind(other)) && nameIn(bundle, other) === name);
  if (taken !== undefined && name !== from) return refuse("rename-taken", `the name "${name}" is already taken by ${taken}`);

  const shared = others.some((other) => namedKind(other) !== kind && namedKind(other) !== null && nameIn(bundle, other) === from);
  const renaming: Renaming = {
    ...{ kind, from, to: name, shared },
    paths: kind === "skill" ? [[folderOf(path), folderOf(to)]] : [[path, to]],
  };
  const target = new Map(moves);
  return {
    ok: true,
    bundle: Object.fromEntries(
      Object.entries(bundle).map(([file, content]) => {
        const own = file === path ? withOwnName(kind, content, renaming) : content;
        return [target.get(file) ?? file, renameReferences(file, own, renaming)];
      }),
    ),
  };
}

function namedKind(path: string): NamedKind | null {
  const kind = kindOf(path);
  return kind === "skill" || kind === "tool" || kind === "hook" || kind === "prompt" ? kind : null;
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** The name that a path gives: of a Skill its folder, of the others the file without its ending. */
const stemOf = (kind: NamedKind, path: string) =>
  kind === "skill" ? (path.split("/")[1] ?? "") : path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");

/** The name that a unit goes by: the one in the file where it has one. */
function nameOf(kind: NamedKind, path: string, text: string): string | null {
  if (kind === "skill") return ownSkillName(text)?.name ?? stemOf(kind, path);
  if (kind !== "tool") return stemOf(kind, path);
  const source = parseJsonSource(text);
  const value = source.ok ? source.value : null;
  const named = typeof value === "object" && value !== null && !Array.isArray(value) ? value.name : null;
  return typeof named === "string" && named !== "" ? named : null;
}

function nameIn(bundle: Bundle, path: string): string | null {
  const kind = namedKind(path);
  return kind === null ? null : nameOf(kind, path, bundle[path] ?? "");
}

/** Skills and tools are named to the policy side by side; Hooks and prompt blocks have names of their own. */
const clashes = (kind: NamedKind, other: NamedKind | null) =>
  other === kind || ([kind, other].includes("skill") && [kind, other].includes("tool"));

function movesOf(bundle: Bundle, kind: NamedKind, path: string, to: string): [from: string, to: string][] {
  if (kind !== "skill") return [[path, to]];
  const folder = folderOf(path);
  return Object.keys(bundle)
    .filter((file) => file.startsWith(folder))
    .map((file) => [file, file === path ? to : folderOf(to) + file.slice(folder.length)]);
}

/** The name begins and ends with no space, so that long runs of them are gone through once. */
const SKILL_NAME = /^(name:[ \t]*)(["']?)([^"'\s#](?:[^"'\n#]*[^"'\s#])?)\2([ \t]*(?:#.*)?\r?)$/m;

function ownSkillName(text: string): { name: string; header: string } | null {
  const { header } = splitFrontMatter(text);
  const name = header === null ? undefined : SKILL_NAME.exec(header)?.[3];
  return header === null || name === undefined ? null : { name, header };
}

function withOwnName(kind: NamedKind, text: string, { to }: Renaming): string {
  if (kind === "skill") {
    const own = ownSkillName(text);
    if (own === null) return text;
    const renamed = own.header.replace(
      SKILL_NAME,
      (_, key: string, quote: string, __, rest: string) => key + quote + to + quote + rest,
    );
    return text.replace(own.header, () => renamed);
  }
  if (kind !== "tool") return text;
  const source = parseJsonSource(text);
  if (!source.ok) return text;
  const { line, column } = source.placeOf("/name");
  const start =
    text
      .split("\n")
      .slice(0, line - 1)
      .reduce((sum, one) => sum + one.length + 1, 0) +
    column -
    1;
  const length = /^"(?:[^"\\\n]|\\.)*"/.exec(text.slice(start))?.[0].length ?? 0;
  return text.slice(0, start) + JSON.stringify(to) + text.slice(start + length);
}
