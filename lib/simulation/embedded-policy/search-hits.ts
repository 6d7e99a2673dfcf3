import type { JsonValue } from "@/lib/contracts/ids";
import { isObject } from "./facts";
import type { Observation } from "./scene";

/** Products that a search found; null where nothing was searched. A result with an empty list is a search that found none. */
export function searchHits(
  observations: readonly Observation[],
  language: "en" | "zh",
): { link: number; title: string }[] | null {
  const searches = observations.filter(
    ({ error, result }) => error === null && isObject(result) && Object.values(result).some(Array.isArray),
  );
  if (searches.length === 0) return null;
  return searches.flatMap(({ result }) => hits(result, language));
}

function hits(value: JsonValue, language: "en" | "zh"): { link: number; title: string }[] {
  if (Array.isArray(value)) return value.flatMap((item) => hits(item, language));
  if (!isObject(value)) return [];
  const link = value.link_id ?? value.link ?? value.id;
  const title = (language === "zh" ? value.title_zh : undefined) ?? value.title ?? value.name;
  if (link !== undefined && typeof title === "string") return [{ link: Number(link), title }];
  return Object.values(value).flatMap((item) => hits(item, language));
}
