/** What the analyst model is told about its work; the JSON Schema of the answer follows it. */
export const DIAGNOSE_INSTRUCTIONS = `You diagnose failures of an agent whose model is fixed. Only its harness can change: Skills, prompt blocks, Hooks, tools and their settings.
You get one cluster of failing cases with their steps, and two passing cases that were close. Find the first step that went wrong and why.
- label: at most eight words, naming the failure and not the cases.
- cause: the root cause in at most two sentences.
- owner: the lowest level that can hold the repair.
- quotes: one to three, each copied verbatim from the step it names.
Answer with JSON only, of this JSON Schema:`;

export const PROPOSE_INSTRUCTIONS = `You propose one edit to the harness of an agent whose model is fixed, to mend one cluster of failures without breaking what works.
- Make the smallest edit at the lowest level that can hold it. Correct a rule that is there before you add one.
- Write instructions that the policy can follow. They must hold for cases nobody has seen: never name a case, never repeat a reply or an expected answer.
- operations: anchored. The anchor's text must occur exactly once in the file, copied verbatim. Leave baseHash out.
- evidence: one to three quotes, copied verbatim from the steps they name.
- predictedFixes: ids of failing cases it should fix. predictedRisks: ids of passing cases it might break.
- Do not propose again what was rejected.
Answer with JSON only, of this JSON Schema:`;
