import type { Shape } from "@/lib/client/author-shapes";
import { HookEvent } from "@/lib/contracts/harness";
import { contractOf, eventsList, eventsOf } from "./author-file";
import { expectedAt, expectedObject, fieldsSaid } from "./expected";
import { briefType, membersOf } from "./members";
import { Scope } from "./scope";
import { resultSnippets } from "./snippets";
import { Source } from "./source";

export interface Completion {
  label: string;
  kind: "field" | "method" | "function" | "value" | "variable" | "snippet";
  /** Its type; for what only some variants of a value have, which they are. */
  detail: string;
  documentation: string;
  /** What is put in; in a snippet `${1:text}` is a place to fill. */
  insert: string;
  /** Offsets of the text that it takes the place of. */
  from: number;
  to: number;
}

type Offer = Omit<Completion, "from" | "to">;

/**
 * What can stand at an offset of a Hook or a module, best first; none in any other file, and none where nothing is known.
 * The text need not parse.
 */
export function completionsAt(text: string, offset: number, path: string): Completion[] {
  const source = new Source(text);
  const contract = contractOf(path, source);
  if (!contract || source.inComment(offset)) return [];
  const scope = new Scope(source, contract);
  const inside = source.tokens.findIndex(
    ({ start, end, closed }) => start < offset && (offset < end || (offset === end && !closed)),
  );
  const token = source.tokens[inside];
  if (token?.kind === "text") {
    // Without its closing mark a text runs to the end of the line, which is not all its own.
    const to = token.closed ? token.end - 1 : offset;
    return textsAt(scope, inside).map((value) => ({ ...textOffer(value), insert: value, from: token.start + 1, to }));
  }
  if (token && token.kind !== "name" && token.kind !== "punct") return [];
  const word = source.tokens.findIndex(({ kind, start, end }) => kind === "name" && start < offset && offset <= end);
  const from = word < 0 ? offset : source.startOf(word);
  const offers = offersAfter(scope, word < 0 ? source.before(offset) : word - 1, from, contract.kind);
  return offers.map((offer) => ({ ...offer, from, to: Math.max(offset, word < 0 ? offset : source.endOf(word)) }));
}

/** What can follow the token `last`, at an offset. */
function offersAfter(scope: Scope, last: number, offset: number, kind: "hook" | "module"): Offer[] {
  const { source } = scope;
  if (source.is(last, ".", "?.")) {
    const receiver = scope.shapeAt(scope.chainStart(last - 1), last);
    return receiver ? memberOffers(receiver) : [];
  }
  if (kind === "hook" && last >= 0 && inEvents(source, last)) return otherEvents(source, -1).map((name) => quoted(name));
  const returns = scope.functionAt(offset)?.handler && scope.contract.result;
  if (source.is(last, "return")) {
    return [...(returns ? resultSnippets(scope, returns, offset, true) : []), ...variableOffers(scope, offset)];
  }
  const open = source.is(last, "{") ? last : source.is(last, ",") ? (source.parent[last] ?? -1) : -1;
  const pattern = scope.patterns.get(open);
  if (pattern) {
    const whole = pattern();
    const said = fieldsSaid(scope, open);
    return whole ? memberOffers(whole).filter(({ label, kind }) => kind === "field" && !said.has(label)) : [];
  }
  const object = source.is(open, "{") ? expectedObject(scope, open) : undefined;
  if (object) return fieldOffers(scope, object, open, offset);
  if (source.is(last, "const", "let", "var", "function", "class", "export")) return [];
  const values = last >= 0 ? valuesOf(expectedAfter(scope, last)) : [];
  return [...values.map(quoted), ...variableOffers(scope, offset)];
}

function memberOffers(receiver: Shape): Offer[] {
  return membersOf(receiver).map(({ name, method, optional, only, type, description, shape }) => ({
    label: name,
    kind: shape.kind === "function" ? "function" : method ? "method" : "field",
    detail: only === "" ? `${type}${optional ? " | undefined" : ""}` : `${type} (${only})`,
    documentation: description,
    insert: name,
  }));
}

/** The fields of an object literal that are still to be said; whole results where it says nothing yet. */
function fieldOffers(scope: Scope, object: Shape, open: number, offset: number): Offer[] {
  const said = fieldsSaid(scope, open);
  const bare = said.size <= 1 && [...said.values()].every((value) => value === undefined);
  const whole = scope.source.is(open - 1, "return") && bare ? resultSnippets(scope, object, offset, false) : [];
  const fields = memberOffers(object).filter(({ label, kind }) => kind === "field" && !said.has(label));
  return [...whole, ...fields.map((field) => ({ ...field, insert: `${field.label}: ` }))];
}

function variableOffers(scope: Scope, offset: number): Offer[] {
  return scope.namesAt(offset).flatMap(({ name, shape }) => {
    const known = shape();
    return known ? [{ label: name, kind: "variable" as const, detail: briefType(known), documentation: "", insert: name }] : [];
  });
}

/** What the value after the token `last` must be. */
function expectedAfter(scope: Scope, last: number): Shape | undefined {
  const { source } = scope;
  if (source.is(last, "===", "!==", "==", "!=")) return scope.shapeAt(scope.chainStart(last - 1), last);
  return source.is(last, ":", "[", "(") ? expectedAt(scope, last + 1) : undefined;
}

/** What a text that is being written can be. */
function textsAt(scope: Scope, at: number): string[] {
  const { source, contract } = scope;
  if (contract.kind === "hook" && inEvents(source, at - 1)) return otherEvents(source, at);
  if (source.is(at - 1, "===", "!==", "==", "!=")) return valuesOf(scope.shapeAt(scope.chainStart(at - 2), at - 1));
  return valuesOf(expectedAt(scope, at));
}

const inEvents = (source: Source, last: number) => {
  const list = eventsList(source);
  return list >= 0 && last >= list && last < source.match(list) && source.is(last, "[", ",");
};

function otherEvents(source: Source, at: number): string[] {
  const own = source.text(at).slice(1, -1);
  const named = eventsOf(source);
  return HookEvent.options.filter((name) => name === own || !named.includes(name));
}

function valuesOf(shape: Shape | undefined): string[] {
  if (!shape) return [];
  const options = shape.kind === "choice" ? shape.options : [shape];
  const found = options.flatMap((each) => {
    if (each.kind === "choice") return valuesOf(each);
    return each.kind === "literal" && typeof each.value === "string" ? [each.value] : [];
  });
  return [...new Set(found)];
}

const textOffer = (value: string): Offer => ({ label: value, kind: "value", detail: "", documentation: "", insert: value });
const quoted = (value: string): Offer => ({ ...textOffer(value), label: JSON.stringify(value), insert: JSON.stringify(value) });
