import { formatCount, formatPoints, plural } from "@/components/ui/format";
import type { Campaign } from "@/lib/contracts/evolution";
import type { GraphEntry, GraphNode } from "@/lib/contracts/lineage";
import { metricWords } from "./metric-words";

type NodeState = "waiting" | "rejected" | "standing";

/** How a stage is drawn: hollow where it was rejected, greyed until it is evaluated. */
export function nodeState({ rejected, avg, early }: Pick<GraphNode, "rejected" | "avg" | "early">): NodeState {
  if (rejected) return "rejected";
  return avg === null && early === undefined ? "waiting" : "standing";
}

/** The difference to the stage before with its interval: "+1.2 (−0.4 to +2.8)"; null where there is none. */
export function differenceWords(difference: GraphNode["difference"]): string | null {
  if (difference?.mean == null) return null;
  const { mean, low, high } = difference;
  return `${formatPoints(mean)}${low === null || high === null ? "" : ` (${formatPoints(low)} to ${formatPoints(high)})`}`;
}

/** What a stage is marked with, in words. */
export function nodeTags(
  node: Pick<GraphNode, "production" | "released" | "selected" | "autopilot" | "rejected" | "early">,
): { text: string; tone: "good" | "warn" | "accent" | "plain"; hint: string }[] {
  const { production, released, selected, autopilot, rejected, early } = node;
  return [
    ...(selected ? [{ text: "selected", tone: "accent" as const, hint: "The selected checkpoint" }] : []),
    ...(production
      ? [{ text: "production", tone: "good" as const, hint: "Serves in production now" }]
      : released
        ? [{ text: "was released", tone: "plain" as const, hint: "Served in production earlier" }]
        : []),
    ...(early && rejected
      ? [{ text: "rejected early", tone: "warn" as const, hint: "Its run ended as soon as the gain could not be reached" }]
      : rejected
        ? [{ text: "rejected", tone: "warn" as const, hint: "Rolled back" }]
        : []),
    ...(autopilot === null ? [] : [{ text: "night", tone: "plain" as const, hint: "Made by the autopilot in a night" }]),
  ];
}

/** What an entry did, for a hover: title, cluster, files, and its credit where that was measured. */
export function entryHint({ title, cluster, files, edited, decidedBy, fixed, broken }: GraphEntry): string {
  const credit =
    fixed === null || broken === null ? [] : [`by itself ${formatCount(fixed)} fixed, ${formatCount(broken)} broken`];
  const by = decidedBy === null ? [] : [`${edited ? "edited and accepted" : "accepted"} by ${decidedBy}`];
  return [title, `for: ${cluster}`, files.join(", "), ...by, ...credit].join("\n");
}

/** A stage in one sentence, for a screen reader. */
export function nodeLabel(node: GraphNode, kind: Campaign["kind"] = "agent"): string {
  const { stage, avg, fixed, broken, brokenP0, entries, early } = node;
  const said = [
    stage.name,
    ...nodeTags(node).map(({ text }) => text),
    avg?.mean == null ? "" : `${metricWords(kind).avg} ${(avg.mean * 100).toFixed(1)}`,
    early ? `${formatCount(early.cases)} of ${plural(early.total, "case")} run` : "",
    fixed === null || broken === null ? "" : `${formatCount(fixed)} fixed, ${formatCount(broken)} broken`,
    brokenP0 > 0 ? `${plural(brokenP0, "P0 case")} broken` : "",
    entries.length > 0 ? `changed: ${entries.map(({ title }) => title).join("; ")}` : "",
  ];
  return said.filter((one) => one !== "").join(", ");
}
