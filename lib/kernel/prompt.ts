import type { z } from "zod";
import type { Comment, DialogueTurn } from "@/lib/contracts/case";
import type { Channel, Diagnostic, Harness, SkillKind } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import type { PromptSpan } from "@/lib/contracts/trajectory";
import { holds, liquidMessage, renderLiquid } from "@/lib/harness/liquid";
import { countTokens } from "@/lib/harness/tokens";
import { compileHarness } from "./compile";

const SEPARATOR = "\n\n";

/** What a prompt block's Liquid can read. */
export interface PromptContext {
  comments: Comment[];
  context: JsonObject;
  dialogue: DialogueTurn[];
  channel: Channel;
  skills: { name: string; description: string; kind: SkillKind }[];
  /** The tools exposed in this round. */
  tools: { name: string; description: string }[];
  loadedSkills: string[];
  /** The planning module's directive, maybe empty. */
  directive: string;
}

export interface RenderedPrompt {
  text: string;
  /** Where each block stands in the text. */
  spans: z.infer<typeof PromptSpan>[];
  /** Blocks that could not be rendered, at the line their template begins. */
  problems: Diagnostic[];
}

/**
 * Renders the system prompt: the blocks whose condition holds, in order, with an empty line between them. The compact one
 * leaves out the blocks that say `compact: false`.
 */
export function renderPrompt(harness: Harness, context: PromptContext, size: "full" | "compact" = "full"): RenderedPrompt {
  const spans: RenderedPrompt["spans"] = [];
  const problems: Diagnostic[] = [];
  let text = "";
  for (const { block, template, condition, error } of compileHarness(harness).blocks) {
    if (size === "compact" && !block.compact) continue;
    const failed = (message: string) =>
      problems.push({ path: block.path, line: block.bodyLine, column: 1, severity: "error", code: "prompt-render", message });
    if (error !== null) {
      failed(error);
      continue;
    }
    try {
      if (condition && !holds(condition, context)) continue;
      const rendered = renderLiquid(template, context).trim();
      if (rendered === "") continue;
      const start = text === "" ? 0 : text.length + SEPARATOR.length;
      text = text === "" ? rendered : text + SEPARATOR + rendered;
      spans.push({ path: block.path, name: block.name, start, end: text.length, tokens: countTokens(rendered) });
    } catch (renderError) {
      failed(liquidMessage(renderError));
    }
  }
  return { text, spans, problems };
}
