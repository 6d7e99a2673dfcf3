import { z } from "zod";
import { ResultShow, ResultSort } from "@/lib/contracts/result-list";
import { UnscoredKind } from "@/lib/contracts/run";

/** What of a run's cases is shown, and in which order: the part of the address that lists and case pages share. */
export const CaseFilters = z.object({
  category: z.string().min(1).nullable().catch(null),
  text: z.string().min(1).max(200).nullable().catch(null),
  show: ResultShow.catch("all"),
  /** Of the unscored ones those of this kind; null with any other choice. */
  kind: UnscoredKind.nullable().catch(null),
  sort: ResultSort.catch("case"),
  direction: z.enum(["ascending", "descending"]).catch("ascending"),
});
export type CaseFilters = z.infer<typeof CaseFilters>;

/** Reads the filters from the address; what does not parse is the default. */
export function readFilters(get: (key: string) => string | null): CaseFilters {
  return CaseFilters.parse({
    category: get("category"),
    text: get("text"),
    show: get("show"),
    kind: get("show") === "unscored" ? get("kind") : null,
    sort: get("sort"),
    direction: get("direction"),
  });
}

/** The filters as the API takes them: nothing where nothing is asked. */
export function filterInput(filters: CaseFilters) {
  const { category, text, kind, ...rest } = filters;
  return {
    ...rest,
    ...(kind === null ? {} : { kind }),
    ...(category === null ? {} : { category }),
    ...(text === null ? {} : { text }),
  };
}

/** The filters as address parameters; defaults are left out. */
export function filterQuery(filters: CaseFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (filters.category !== null) query.set("category", filters.category);
  if (filters.text !== null) query.set("text", filters.text);
  if (filters.show !== "all") query.set("show", filters.show);
  if (filters.kind !== null) query.set("kind", filters.kind);
  if (filters.sort !== "case") query.set("sort", filters.sort);
  if (filters.direction !== "ascending") query.set("direction", filters.direction);
  return query;
}

interface CasePlace {
  case: string;
  repeat: number;
  /** Place in the filtered list, from 0. */
  at?: number;
  /** Run to show beside it, its first repeat. */
  against?: string | null;
  /** Trajectory to show beside it, as `run:repeat`. */
  with?: string | null;
  /** How the trajectory is shown. */
  view?: string | null;
  /** Step to show. */
  step?: number;
}

/** Address of one case result, with the filtered list it was opened from. */
export function caseHref(project: string, run: string, place: CasePlace, filters?: CaseFilters): string {
  const query = filters ? filterQuery(filters) : new URLSearchParams();
  if (place.repeat > 0) query.set("repeat", `${place.repeat}`);
  if (place.at !== undefined) query.set("at", `${place.at}`);
  if (place.against) query.set("against", place.against);
  if (place.with) query.set("with", place.with);
  if (place.view) query.set("view", place.view);
  if (place.step !== undefined) query.set("step", `${place.step}`);
  const text = query.toString();
  return `/p/${project}/runs/${run}/${encodeURIComponent(place.case)}${text === "" ? "" : `?${text}`}`;
}

/** The trajectory to show beside a case: what `with` names, or the first repeat of the run `against`; null where neither does. */
export function besideOf(get: (key: string) => string | null): { run: string; repeat: number } | null {
  const named = /^([^:]+):(\d{1,4})$/.exec(get("with") ?? "");
  if (named?.[1]) return { run: named[1], repeat: Number(named[2]) };
  const run = get("against");
  return run ? { run, repeat: 0 } : null;
}
