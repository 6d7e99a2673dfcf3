/** A node to be placed; `parent` names a node or nothing that is there. */
interface Placeable {
  id: string;
  parent: string | null;
}

export interface Place {
  id: string;
  /** Steps from the first stage, left to right. */
  column: number;
  /** Row from the top: a branch has one of its own. */
  lane: number;
  /** The node that it came from, where it is placed too. */
  parent: string | null;
}

interface GraphLayout {
  places: Place[];
  columns: number;
  lanes: number;
}

/**
 * Places stages left to right with branches as lanes. The longest line from a stage goes on in its lane; every other branch
 * begins in the nearest lane below that is free for its whole length. Nodes whose parent is not there begin a line of their own.
 */
export function layoutGraph(nodes: readonly Placeable[]): GraphLayout {
  const ids = new Set(nodes.map(({ id }) => id));
  const children = new Map<string | null, string[]>();
  for (const { id, parent } of nodes) {
    const key = parent !== null && parent !== id && ids.has(parent) ? parent : null;
    children.set(key, [...(children.get(key) ?? []), id]);
  }
  const lengths = new Map<string, number>();
  const order = depthFirst(children);
  for (const id of [...order].reverse()) {
    lengths.set(id, 1 + Math.max(0, ...(children.get(id) ?? []).map((child) => lengths.get(child) ?? 0)));
  }
  const longestOf = (from: readonly string[]) =>
    from.reduce<string | undefined>(
      (best, id) => (best === undefined || (lengths.get(id) ?? 0) > (lengths.get(best) ?? 0) ? id : best),
      undefined,
    );

  const taken = new Set<string>();
  const places = new Map<string, Place>();
  const lines = (children.get(null) ?? []).map((id) => ({ id, parent: null as string | null, column: 0, above: -1 }));
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const members: string[] = [];
    for (let at: string | undefined = line.id; at !== undefined; at = longestOf(children.get(at) ?? [])) members.push(at);
    const first = line.column;
    let lane = line.above + 1;
    while (members.some((_, step) => taken.has(`${first + step} ${lane}`))) lane += 1;
    members.forEach((id, step) => {
      taken.add(`${first + step} ${lane}`);
      places.set(id, { id, column: first + step, lane, parent: step === 0 ? line.parent : (members[step - 1] ?? null) });
    });
    // The branches farthest to the right come first: their lanes are nearest, so that the lines of others do not cross them.
    const branches = [...members]
      .reverse()
      .flatMap((id) =>
        (children.get(id) ?? [])
          .filter((child) => !members.includes(child))
          .map((child) => ({ id: child, parent: id, column: (places.get(id)?.column ?? 0) + 1, above: lane })),
      );
    lines.unshift(...branches);
  }
  const all = nodes.flatMap(({ id }) => places.get(id) ?? []);
  return {
    places: all,
    columns: Math.max(0, ...all.map(({ column }) => column + 1)),
    lanes: Math.max(0, ...all.map(({ lane }) => lane + 1)),
  };
}

function depthFirst(children: ReadonlyMap<string | null, readonly string[]>): string[] {
  const order: string[] = [];
  const open = [...(children.get(null) ?? [])].reverse();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    order.push(id);
    open.push(...[...(children.get(id) ?? [])].reverse());
  }
  return order;
}

type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export const isDirection = (key: string): key is Direction => /^Arrow(Left|Right|Up|Down)$/.test(key);

/** Where an arrow leads: left to what a stage came from, right to what came of it, up and down to the nearest other lane. */
export function neighbour({ places }: GraphLayout, from: string, direction: Direction): string | null {
  const here = places.find(({ id }) => id === from);
  if (here === undefined) return null;
  if (direction === "ArrowLeft") return here.parent;
  if (direction === "ArrowRight") {
    const next = places.filter(({ parent }) => parent === from).sort((a, b) => a.lane - b.lane);
    return (next.find(({ lane }) => lane === here.lane) ?? next[0])?.id ?? null;
  }
  const way = direction === "ArrowDown" ? 1 : -1;
  const distance = (place: Place) => Math.abs(place.lane - here.lane) + 2 * Math.abs(place.column - here.column);
  const [best] = places
    .filter(({ lane }) => (lane - here.lane) * way > 0)
    .sort((a, b) => distance(a) - distance(b) || a.column - b.column);
  return best?.id ?? null;
}
