import "server-only";
import type { HarnessConfig } from "@/lib/contracts/harness";

export type AttributeValue = string | number | boolean | string[];
export type SpanAttributes = Record<string, AttributeValue>;

/** A span before it has ids: `key` names it within its trace, times are milliseconds since the epoch. */
export interface SpanDescription {
  key: string;
  /** Key of the span around it; null for the root. */
  parent: string | null;
  name: string;
  kind: "internal" | "client";
  startMs: number;
  endMs: number;
  attributes: SpanAttributes;
  events: { name: string; atMs: number; attributes: SpanAttributes }[];
  failed: boolean;
}

/** What a trajectory itself does not tell. */
export interface TrajectoryFacts {
  /** Identity of the trajectory, unique for ever: the trace is derived from it. */
  id: string;
  /** When the task began, in milliseconds since the epoch. */
  startedAt: number;
  decoding?: HarnessConfig["decoding"];
  project?: string;
  run?: string;
  case?: string;
  repeat?: number;
  release?: string;
}

/** Without the attributes that are not known. */
export function known(attributes: Record<string, AttributeValue | null | undefined>): SpanAttributes {
  const entries = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries);
}
