import type { IconName } from "@/components/ui/icon";
import type { Tone } from "@/components/ui/status-badge";
import type { GateItemState, GateName, GateReport, GateVerdict, ReleaseGateItem } from "@/lib/contracts/release-gate";
import { joined } from "./channel-words";

/** What a gate is called, alone and inside a sentence, and what it asks. */
export const gateWords: Record<GateName, { label: string; short: string; asks: string }> = {
  latency: {
    label: "Latency",
    short: "latency",
    asks: "Wall time of the complete agent in a replay, without the warm-up cases.",
  },
  regression: {
    label: "Business regression",
    short: "regression",
    asks: "Paired with what production serves, on the same cases.",
  },
  capability: {
    label: "General capability",
    short: "capability",
    asks: "IFEval of the bare policy, beside production's policy.",
  },
};

/** Word, tone and icon of a state: told apart by all three. */
export const stateLooks: Record<GateItemState, { word: string; tone: Tone; icon: IconName }> = {
  failed: { word: "failed", tone: "bad", icon: "error" },
  missing: { word: "no result", tone: "bad", icon: "search" },
  stale: { word: "out of date", tone: "bad", icon: "rollback" },
  unscored: { word: "unscored", tone: "bad", icon: "warning" },
  passed: { word: "passed", tone: "good", icon: "check" },
  note: { word: "note", tone: "neutral", icon: "info" },
};

const order: readonly GateItemState[] = ["failed", "missing", "stale", "unscored", "passed", "note"];

/** Whether an item keeps its gate from passing. */
export const isOpen = ({ state }: Pick<ReleaseGateItem, "state">): boolean => state !== "passed" && state !== "note";

/** What keeps a gate from passing first, notes last; the gate's own order among equals. */
export const sortedItems = <Item extends Pick<ReleaseGateItem, "state">>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));

/** "passed", or what keeps it from passing: "1 of 4 fails, 2 have no result". */
export function gateSummary({ state, items }: Pick<GateVerdict, "state" | "items">): string {
  if (state === "passed") return "passed";
  const counted = items.filter(({ state: each }) => each !== "note").length;
  const count = (each: GateItemState) => items.filter((item) => item.state === each).length;
  const parts: [number, string, string][] = [
    [count("failed"), "fails", "fail"],
    [count("missing"), "has no result", "have no result"],
    [count("stale"), "is out of date", "are out of date"],
    [count("unscored"), "is unscored", "are unscored"],
  ];
  const said = parts.flatMap(([n, one, many]) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]));
  return said.length === 0 ? "not passed" : `not passed: ${said.join(", ")} (of ${counted})`;
}

/** The gates that the channel demands and that do not pass. */
export const failedGates = ({ gates }: Pick<GateReport, "gates">): GateName[] =>
  gates.filter((gate) => gate.required && gate.state === "failed").map(({ name }) => name);

/** "the latency gate does not pass", "the latency and regression gates do not pass". */
export const doNotPass = (gates: readonly GateName[]): string =>
  `the ${joined(gates.map((gate) => gateWords[gate].short))} ${gates.length === 1 ? "gate does" : "gates do"} not pass`;
