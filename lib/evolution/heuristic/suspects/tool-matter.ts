import type { Tool } from "@/lib/contracts/harness";
import { type EvaluatedCase, failedChecksOf } from "../../evaluated-case";
import { stemsOf } from "./stems";

/** Verbs and joints of tool names, which say nothing of what a tool holds. */
const PLAIN = /^(?:get|find|list|fetch|look|lookup|search|query|read|show|check|by|of|for|id|info|data|up)$/;

/** The words of a tool's name that say what it holds. */
export const nameWords = (tool: Tool) =>
  tool.name.split(/[_\-.]+/).filter((word) => word !== "" && !PLAIN.test(word.toLowerCase()));

/** Stems of what a tool's name says that it holds; empty where it says nothing. */
export const matterOf = (tool: Tool): Set<string> => stemsOf(nameWords(tool).join(" "));

/** A stem this long may stand for longer forms of the word. */
const LEAST_PREFIX = 5;

/** Whether a case's category, or what it failed, speaks of a tool's matter, in whatever form of its words. */
export function isAbout(one: EvaluatedCase, tool: Tool): boolean {
  // A check of claims names every kind of claim there is.
  const demands = failedChecksOf(one).filter(({ kind }) => kind !== "grounded");
  const text = [one.item.category, ...demands.map(({ id, description = "" }) => `${id} ${description}`)].join(" ");
  const said = [...stemsOf(text)];
  return [...matterOf(tool)].some((own) =>
    said.some((stem) => stem === own || (own.length >= LEAST_PREFIX && stem.startsWith(own))),
  );
}
