import { z } from "zod";
import { type Cluster, EntryDraft, type Operation, Quote } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { hashText } from "@/lib/harness/hash";
import { kindOf } from "@/lib/harness/kind";
import { applyOperations } from "@/lib/harness/operations";
import type { ProposalInput, RejectedEntry, VerifyEdit } from "../analyst";
import { addedLines, fileChanges } from "../changes";
import { partitionCases } from "../evaluated-case";
import { quoteProblem } from "../quotes";
import { verifyEntry } from "../verify";

/** A draft as the model writes it; the studio adds the cluster and the base hashes. */
export const DraftAnswer = EntryDraft.extend({
  evidence: z.array(Quote).min(1).max(3),
  whyLevel: EntryDraft.shape.whyLevel.trim().min(1),
});
export type DraftAnswer = z.infer<typeof DraftAnswer>;

/** Puts in the base hash of every file that an operation names, so that the model need not copy hashes. */
export function completed(raw: unknown, bundle: Bundle, cluster: string): unknown {
  if (typeof raw !== "object" || raw === null) return raw;
  const operations = "operations" in raw && Array.isArray(raw.operations) ? raw.operations : [];
  const hashOf = (holder: object) => {
    const path = "path" in holder && typeof holder.path === "string" ? holder.path : "";
    return { baseHash: hashText((Object.hasOwn(bundle, path) ? bundle[path] : undefined) ?? "") };
  };
  const hashed = operations.map((operation: unknown) => {
    if (typeof operation !== "object" || operation === null) return operation;
    if ("anchor" in operation && typeof operation.anchor === "object" && operation.anchor !== null) {
      return { ...operation, anchor: { ...operation.anchor, ...hashOf(operation.anchor) } };
    }
    return "op" in operation && operation.op !== "create-file" ? { ...operation, ...hashOf(operation) } : operation;
  });
  return { ...raw, cluster, operations: hashed };
}

/** The text that operations write, one piece a line or file; what they name where they do not apply. */
export function addedText(bundle: Bundle, operations: readonly Operation[]): string[] {
  const applied = applyOperations(bundle, operations);
  if (applied.ok) return addedLines(fileChanges(bundle, applied.bundle)).map(({ text }) => text);
  return operations.flatMap((one) => ("text" in one ? [one.text] : "value" in one ? [JSON.stringify(one.value)] : []));
}

/** The whole of verified apply where the studio gives it; else all of it that needs no sandbox. */
export function verifierOf(input: ProposalInput): VerifyEdit {
  const { bundle, cases, verify } = input;
  if (verify !== undefined) return verify;
  return async (operations) => {
    const { diagnostics } = await verifyEntry({ base: bundle, operations, cases: cases.map(({ item }) => item), sandbox: null });
    return diagnostics.filter((one) => one.severity === "error").map((one) => `${one.path}:${one.line} ${one.message}`);
  };
}

const pathOf = (operation: Operation) => ("path" in operation ? operation.path : operation.anchor.path);

const kindsOf = ({ operations }: DraftAnswer) => operations.map((operation) => kindOf(pathOf(operation)));

const normal = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

function rejectionOf(draft: DraftAnswer, bundle: Bundle, rejected: readonly RejectedEntry[]): RejectedEntry | undefined {
  const added = normal(addedText(bundle, draft.operations).join("\n"));
  return rejected.find(
    (entry) => normal(entry.title) === normal(draft.title) || (added !== "" && normal(entry.added.join("\n")) === added),
  );
}

/** Checks drafts of one proposal round against its run; `chosen` are the drafts that stand before it. */
export function draftChecker(input: ProposalInput, chosen: readonly EntryDraft[]) {
  const { failures, passes, quarantined } = partitionCases(input.cases);
  const idsOf = (cases: typeof failures) => new Set(cases.map(({ item }) => item.id));
  const failing = idsOf(failures);
  const passing = idsOf(passes);
  const unscored = idsOf(quarantined);
  const verify = verifierOf(input);

  function prediction(id: string, side: "fix" | "risk"): string[] {
    if (unscored.has(id)) return [`${id} could not be scored, so nothing can be predicted of it`];
    if (!failing.has(id) && !passing.has(id)) return [`there is no case ${id}`];
    if (side === "fix" && passing.has(id)) return [`${id} passes already: it cannot be a predicted fix`];
    if (side === "risk" && failing.has(id)) return [`${id} fails already: it cannot be a predicted risk`];
    return [];
  }

  async function check(answer: DraftAnswer): Promise<string[]> {
    const together = applyOperations(input.bundle, [...chosen.flatMap((one) => one.operations), ...answer.operations]);
    const rejection = rejectionOf(answer, input.bundle, input.rejected);
    const both = answer.predictedFixes.filter((id) => answer.predictedRisks.includes(id));
    const verified = await verify(answer.operations);
    return [
      ...verified,
      ...(verified.length === 0 && !together.ok
        ? together.problems.map(({ path, message }) => `${path}: after the entries proposed before it, ${message}`)
        : []),
      ...(kindsOf(answer).includes(answer.component)
        ? []
        : [`component is ${answer.component}, but no file of that kind is changed`]),
      ...(rejection === undefined ? [] : [`this was rejected before: ${rejection.reason}`]),
      ...answer.evidence.flatMap((quote) => quoteProblem(quote, input.trajectory) ?? []),
      ...both.map((id) => `${id} is predicted to be fixed and to break`),
      ...[...answer.predictedFixes.flatMap((id) => prediction(id, "fix"))],
      ...[...answer.predictedRisks.flatMap((id) => prediction(id, "risk"))],
    ];
  }

  /** The draft without what does not hold of its quotes and predictions; its edit is left as it is, to be shown as failed. */
  const standing = (answer: DraftAnswer, cluster: Cluster["id"]): EntryDraft => ({
    ...answer,
    cluster,
    component: kindsOf(answer).includes(answer.component) ? answer.component : (kindsOf(answer)[0] ?? answer.component),
    evidence: answer.evidence.filter((quote) => quoteProblem(quote, input.trajectory) === null),
    predictedFixes: [...new Set(answer.predictedFixes)].filter((id) => failing.has(id)),
    predictedRisks: [...new Set(answer.predictedRisks)].filter((id) => passing.has(id)),
  });

  const wasRejected = (answer: DraftAnswer) => rejectionOf(answer, input.bundle, input.rejected) !== undefined;

  return { check, standing, wasRejected };
}
