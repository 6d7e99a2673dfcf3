import type { Case } from "@/lib/contracts/case";
import type { Diagnostic, Harness } from "@/lib/contracts/harness";
import { type RenderedPrompt, renderPrompt } from "@/lib/kernel/prompt";

const SAMPLES = 3;

/** The prompt of a case, as the kernel would render it before any Skill is loaded. */
const renderFor = (harness: Harness, item: Case): RenderedPrompt =>
  renderPrompt(harness, {
    comments: item.input.comments,
    context: item.context,
    dialogue: item.dialogue,
    channel: item.channel,
    skills: harness.skills.map(({ name, description, kind }) => ({ name, description, kind })),
    tools: harness.tools.map(({ name, description }) => ({ name, description })),
    loadedSkills: [],
    directive: "",
  });

/** Renders the prompt for the first few cases; each problem once. */
export function promptProblems(harness: Harness, cases: readonly Case[]): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const item of cases.slice(0, SAMPLES)) {
    for (const problem of renderFor(harness, item).problems) found.set(`${problem.path} ${problem.message}`, problem);
  }
  return [...found.values()];
}

/** These blocks as they are rendered for a case; null where the block is left out for it. Blocks with problems are not there. */
export function renderedBlocks(
  harness: Harness,
  item: Case,
  paths: ReadonlySet<string>,
): { path: string; text: string | null }[] {
  const { text, spans, problems } = renderFor(harness, item);
  const broken = new Set(problems.map(({ path }) => path));
  return harness.prompt
    .filter(({ path }) => paths.has(path) && !broken.has(path))
    .map(({ path }) => {
      const span = spans.find((one) => one.path === path);
      return { path, text: span === undefined ? null : text.slice(span.start, span.end) };
    });
}
