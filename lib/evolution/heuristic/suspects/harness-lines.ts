import type { Bundle, Harness } from "@/lib/contracts/harness";
import type { EvaluatedCase } from "../../evaluated-case";
import { type BodyLine, bodyLines, itemMarker } from "../anchors";

/** A rule of the harness, and the cases that it was in force for. */
export interface HarnessLine extends BodyLine {
  /** Without its list marker. */
  rule: string;
  appliesTo(one: EvaluatedCase): boolean;
}

/** All rules of prompt blocks and Skills: list items, and plain sentences of prompts. */
export function harnessLines(bundle: Bundle, harness: Harness): HarnessLine[] {
  const everywhere = () => true;
  const files: { path: string; appliesTo: HarnessLine["appliesTo"] }[] = [
    ...harness.prompt.map(({ path, when }) => ({
      path,
      appliesTo:
        when === undefined
          ? everywhere
          : ({ result }: EvaluatedCase) => result.features.promptBlocks.some((sent) => sent === path),
    })),
    ...harness.skills.map(({ path, name }) => ({
      path,
      appliesTo: ({ result }: EvaluatedCase) => result.features.skills.includes(name),
    })),
  ];
  return files.flatMap(({ path, appliesTo }) =>
    bodyLines(bundle, path)
      .filter(({ text }) => text.trim() !== "" && !text.startsWith("#"))
      .map((line) => ({ ...line, rule: line.text.slice(itemMarker(line.text).length), appliesTo })),
  );
}
