import type { Shape } from "@/lib/client/author-shapes";
import { contractOf } from "./author-file";
import { expectedObject } from "./expected";
import { briefType, membersOf } from "./members";
import { Scope } from "./scope";
import { Source } from "./source";

export interface HoverText {
  from: number;
  to: number;
  /** TypeScript, for example `toolResults: { tool: string }[]`. */
  code: string;
  description: string;
}

/** The type and description of the name at an offset of a Hook or a module; null where none is known. */
export function hoverAt(text: string, offset: number, path: string): HoverText | null {
  const source = new Source(text);
  const contract = contractOf(path, source);
  const at = source.tokens.findIndex(({ kind, start, end }) => kind === "name" && start <= offset && offset < end);
  const token = source.tokens[at];
  if (!contract || !token || source.inComment(offset)) return null;
  const scope = new Scope(source, contract);
  const place = { from: token.start, to: token.end };
  const owner = ownerOf(scope, at);
  if (owner) {
    const member = membersOf(owner).find(({ name }) => name === token.text);
    if (!member) return null;
    const code = `${member.name}${member.optional ? "?" : ""}: ${member.type}${member.only === "" ? "" : ` // ${member.only}`}`;
    return { ...place, code, description: member.description };
  }
  if (source.is(at - 1, ".", "?.")) return null;
  const shape = scope.lookUp(token.text, offset)?.shape();
  return shape ? { ...place, code: `${token.text}: ${briefType(shape)}`, description: "" } : null;
}

/** The value whose field or method the name at a token is. */
function ownerOf(scope: Scope, at: number): Shape | undefined {
  const { source } = scope;
  if (source.is(at - 1, ".", "?.")) return scope.shapeAt(scope.chainStart(at - 2), at - 1);
  const open = source.parent[at] ?? -1;
  if (!source.is(open, "{") || !source.is(at - 1, "{", ",")) return undefined;
  const pattern = scope.patterns.get(open);
  return pattern ? pattern() : source.is(at + 1, ":") ? expectedObject(scope, open) : undefined;
}
