/** Most runs that are compared at once, the base among them. */
export const MOST_RUNS = 20;

/**
 * The runs that an address names, the base first: `runs=a,b,c`, or `base=a&head=b`. Empty where it names none, one where only
 * one is chosen yet.
 */
export function comparedRuns(get: (key: string) => string | null): string[] {
  const named = (get("runs") ?? "").split(",").filter((id) => id !== "");
  const ids = named.length > 0 ? named : [get("base"), get("head")].filter((id) => id !== null && id !== "");
  return [...new Set(ids.filter((id) => id !== null))].slice(0, MOST_RUNS);
}

/** The address that compares the given runs, oldest first: two in detail, more side by side. */
export function compareHref(project: string, runs: readonly string[]): string {
  const [base, head] = runs;
  const query =
    runs.length === 2 ? new URLSearchParams({ base: base ?? "", head: head ?? "" }).toString() : `runs=${runs.join(",")}`;
  return `/p/${project}/runs/compare?${query}`;
}

/** Ticked runs in the order in which they were made; `newestFirst` is the list that they were ticked in. */
export function oldestFirst(ticked: readonly string[], newestFirst: readonly string[]): string[] {
  const place = (id: string) => {
    const index = newestFirst.indexOf(id);
    // One that was ticked on another page counts as older than those of this page.
    return index === -1 ? newestFirst.length : index;
  };
  return [...ticked].sort((a, b) => place(b) - place(a));
}
