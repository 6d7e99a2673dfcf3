"use client";

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { QueryState } from "@/components/ui/query-state";
import { queries } from "@/lib/client/queries";
import type { Campaign, StageSummary } from "@/lib/contracts/evolution";
import type { CampaignGraph as Graph } from "@/lib/contracts/lineage";
import classes from "./graph.module.css";
import { isDirection, layoutGraph, neighbour, type Place } from "./graph-layout";
import { GraphNode } from "./graph-node";

const NODE = { width: 244, height: 146 };
const GAP = { column: 40, lane: 16 };

const boxOf = ({ column, lane }: Place) => ({
  ...{ left: column * (NODE.width + GAP.column), top: lane * (NODE.height + GAP.lane) },
  ...NODE,
});

/** From the right edge of a stage to the left edge of one that came of it, down the gap between the columns. */
function edgePath(from: Place, to: Place): string {
  const [a, b] = [boxOf(from), boxOf(to)];
  const middle = NODE.height / 2;
  const bend = b.left - GAP.column / 2;
  return `M${a.left + a.width} ${a.top + middle}H${bend}V${b.top + middle}H${b.left}`;
}

interface GraphActions {
  kind: Campaign["kind"];
  onRestore: (stage: StageSummary) => void;
  /** Null where no stage can be begun. */
  onBranch: ((stage: StageSummary) => void) | null;
}

interface GraphViewProps extends GraphActions {
  project: string;
  graph: Graph;
}

function GraphView({ project, graph, kind, onRestore, onBranch }: GraphViewProps) {
  const { nodes } = graph;
  const list = useRef<HTMLUListElement>(null);
  const layout = useMemo(() => layoutGraph(nodes.map(({ stage: { id, parent } }) => ({ id, parent }))), [nodes]);
  const places = new Map(layout.places.map((place) => [place.id, place]));
  const [active, setActive] = useState(() => (nodes.find((node) => node.selected) ?? nodes.at(-1))?.stage.id ?? "");
  const linkOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-stage="${CSS.escape(id)}"]`);
  // The stage that the eye looks for may be far to the right of a long campaign.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the graph is drawn first
  useEffect(() => {
    const box = places.get(active);
    const scroller = list.current?.parentElement;
    if (box && scroller) scroller.scrollLeft = boxOf(box).left - scroller.clientWidth / 2;
  }, []);
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    if (!isDirection(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = neighbour(layout, id, event.key);
    if (next !== null) linkOf(next)?.focus();
  };
  const width = layout.columns * (NODE.width + GAP.column) - GAP.column;
  const height = layout.lanes * (NODE.height + GAP.lane) - GAP.lane;
  return (
    <div className={classes.scroll}>
      <ul
        ref={list}
        className={classes.canvas}
        style={{ width, height, margin: 0, padding: 0, listStyle: "none" }}
        aria-label="Stages, each after the one it came from. Arrow keys move, Enter opens."
      >
        <li aria-hidden="true" style={{ listStyle: "none" }}>
          <svg className={classes.edges} width={width} height={height} aria-hidden="true">
            {nodes.map(({ stage, rejected }) => {
              const to = places.get(stage.id);
              const from = to?.parent ? places.get(to.parent) : undefined;
              return to && from ? (
                <path key={stage.id} d={edgePath(from, to)} data-rejected={rejected} data-main={to.lane === from.lane} />
              ) : null;
            })}
          </svg>
        </li>
        {nodes.map((node) => {
          const place = places.get(node.stage.id);
          if (!place) return null;
          const evaluated = node.avg?.mean != null;
          return (
            <GraphNode
              key={node.stage.id}
              node={node}
              kind={kind}
              href={`/p/${project}/evolve/${graph.campaign}/${node.stage.id}`}
              box={boxOf(place)}
              active={node.stage.id === active}
              onFocus={() => setActive(node.stage.id)}
              onKeyDown={(event) => onKeyDown(event, node.stage.id)}
              onRestore={evaluated && !node.selected ? onRestore : null}
              onBranch={evaluated ? onBranch : null}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** The stages of a campaign as a graph, left to right, with branches as lanes. */
export function CampaignGraph({ project, campaign, ...actions }: GraphActions & { project: string; campaign: string }) {
  const graph = useQuery({
    ...queries.campaigns.graph.queryOptions({ input: { project, campaign } }),
    refetchInterval: (query) =>
      query.state.data?.nodes.some(({ stage }) => stage.step === "evaluate" && stage.run !== null) ? 3_000 : false,
  });
  return (
    <QueryState query={graph} rows={5}>
      {(data) => <GraphView project={project} graph={data} {...actions} />}
    </QueryState>
  );
}
