import { DATA_RULE } from "./data-block";

const OWNERS = `Owners, from the lowest level up: skill (a rule of one Skill), prompt (a block that every task sees), tool (a tool's description or schema), hook (code that checks calls or replies), config (limits and settings), memory (what of the history is shown), wiring (how modules and tools are put together), model (nothing in the harness can help), data (the case or its judge is wrong).`;

const AGENT = `The agent's model is fixed. Only its harness can change: Skills, prompt blocks, Hooks, tools and their settings.
${DATA_RULE}`;

const ANSWER = "Answer with JSON only, of this JSON Schema:";

/** What the analyst model is told about its work; the JSON Schema of the answer follows each. */
export const CODING_INSTRUCTIONS = `You read one failing case of an agent and find the first step that went wrong.
${AGENT}
- symptom: what is wrong with the outcome, in one sentence.
- step: the number of the first wrong step, or of the reply where something needed was never done.
- quote: copied verbatim from that step, as short as shows it.
- mechanism: why it came to this, in one sentence, without names, numbers or links of this case.
- owner: the lowest level that can hold a repair.
${OWNERS}
${ANSWER}`;

export const inductionInstructions = (
  least: number,
  most: number,
) => `You sort failures of an agent into kinds with one root cause each.
${AGENT}
- Give ${least} to ${most} codes that together cover these failures. A code is a cause that one edit of the harness could mend, not a topic and not a single case.
- Where a code so far fits, give it again with exactly its label.
- label: at most eight words. definition: when the code holds and when it does not, in at most two sentences.
- owner: the lowest level that can hold the repair.
${OWNERS}
${ANSWER}`;

export const MEMBERSHIP_INSTRUCTIONS = `You decide for each code whether it holds of one failing case. Each is a question of its own: several may hold, or none.
${AGENT}
- Answer every code once, by its id. member: true only where the case shows what the definition says.
- step: the number of the step at which it shows.
${ANSWER}`;

export const PROPOSE_INSTRUCTIONS = `You propose one edit to the harness of an agent, to mend one cluster of failures without breaking what works.
${AGENT}
- Make the smallest edit at the lowest level that can hold it. Correct a rule that is there before you add one. whyLevel says why no lower level can hold it and no higher one is needed.
- Write what the policy can follow. It must hold for cases nobody has seen: never name a case, never repeat a reply or an expected answer.
- operations: replace, insert-before, insert-after and delete take an anchor, whose text must occur exactly once in the file, copied verbatim. create-file and delete-file take a path. set-field sets a value of a .json file by JSON pointer. rename moves a Skill, tool, Hook or prompt block together with the references to it. Leave baseHash out.
- component: the kind of file that the edit changes.
- evidence: one to three quotes, copied verbatim from the steps they name.
- predictedFixes: ids of failing cases that it should fix. predictedRisks: ids of passing cases that it might break.
- Do not propose again what was rejected.
The files:
- harness.yaml (config): modules (memory full or window with turns, planning none or todo, orchestration all or skill-routed, action react, or custom), limits, fallback, recovery, hooks, decoding.
- prompt/NN-name.md (prompt): front matter order and when (a Liquid condition), then a Liquid template.
- skills/<name>/SKILL.md (skill): front matter name (as the folder), description (by which it is chosen) and metadata.kind reply or strategy, then Markdown rules.
- tools/<name>.json (tool): name, description, inputSchema (of type object), binding.
- hooks/<name>.js (hook): an ES module without imports: export const events = [...] and a default function (event) that returns a decision. UserPromptSubmit: allow, deny with reason, change with comments. PreModelCall: allow, change with messages. PreToolUse: event.tool and event.arguments; allow, deny with reason, change with arguments. PostToolUse: event.outcome; allow, change with outcome. Stop: event.reply, event.comments, event.toolResults, event.stopBlocks; allow, block with reason, replace with reply, suppress. It does no I/O and keeps nothing.
- modules/<slot>.js (module): custom memory, planning, orchestration or action, only where harness.yaml says custom.
${OWNERS}
${ANSWER}`;
