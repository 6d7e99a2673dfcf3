import type { Bundle } from "@/lib/contracts/harness";
import { kindOf } from "@/lib/harness/kind";
import { parseHarness } from "@/lib/harness/parse";
import { dataBlock, shortened } from "./data-block";
import type { AnalystSettings } from "./settings";

const JUDGE = "It is a judge that grades replies; a case fails where its grade is not the one that people gave.";

/** The parts of a harness by name, so that an owner can be named without reading the files. */
export function harnessOutline(bundle: Bundle): string {
  const { harness } = parseHarness(bundle);
  const lines =
    harness === null
      ? Object.keys(bundle).map((path) => `${kindOf(path)} ${path}`)
      : [
          ...(harness.config.kind === "judge" ? [JUDGE] : []),
          ...harness.prompt.map(({ name }) => `prompt block ${name}`),
          ...harness.skills.map(({ name, description }) => `Skill ${name}: ${description}`),
          ...harness.tools.map(({ name, description }) => `tool ${name}: ${description}`),
          ...harness.hooks.map(({ name, events }) => `Hook ${name} on ${events.join(", ")}`),
          ...harness.modules.map(({ slot }) => `custom ${slot} module`),
        ];
  return dataBlock("outline of the harness", lines.map((line) => shortened(line, 300)).join("\n"));
}

/** Every file of a bundle between markers; the end of a very long one is left out. */
export const bundleText = (bundle: Bundle, { mostFileCharacters }: Pick<AnalystSettings, "mostFileCharacters">) =>
  Object.entries(bundle)
    .map(([path, text]) => dataBlock(`file ${path}`, shortened(text, mostFileCharacters)))
    .join("\n");
