import { authorShapes, type Shape } from "@/lib/client/author-shapes";
import { HookEvent, ModuleSlot } from "@/lib/contracts/harness";
import { unite } from "./members";
import type { Source } from "./source";

/** What the default function of a file is given, in order, and what it may return. */
export interface Contract {
  kind: "hook" | "module";
  parameters: readonly (Shape | undefined)[];
  result: Shape | undefined;
}

/** The contract that a file of a bundle is written to; null where it is neither a Hook nor a module. */
export function contractOf(path: string, source: Source): Contract | null {
  const shapes = authorShapes();
  if (/^hooks\/[^/]+\.js$/.test(path)) {
    const declared = eventsOf(source);
    const events = declared.length > 0 ? declared : HookEvent.options;
    return {
      kind: "hook",
      parameters: [unite(events.map((event) => shapes.payload[event]))],
      result: unite(events.map((event) => shapes.decision[event])),
    };
  }
  const slot = ModuleSlot.safeParse(/^modules\/([^/]+)\.js$/.exec(path)?.[1]);
  if (!slot.success) return null;
  return { kind: "module", parameters: [shapes.input[slot.data], shapes.host], result: shapes.result[slot.data] };
}

/** Index of the bracket that opens the list of a Hook's events; -1 where there is none. */
export function eventsList(source: Source): number {
  return source.tokens.findIndex((_, at) => source.is(at, "[") && source.is(at - 1, "=") && source.is(at - 2, "events"));
}

/** The events that a Hook names, each once. */
export function eventsOf(source: Source): HookEvent[] {
  const list = eventsList(source);
  if (list < 0) return [];
  const names = source.tokens.slice(list + 1, source.match(list)).map(({ text }) => HookEvent.safeParse(text.slice(1, -1)).data);
  return [...new Set(names.filter((name) => name !== undefined))];
}
