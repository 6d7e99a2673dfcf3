import { z } from "zod";
import { Cluster, EntryDraft, Owner, Quote } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { hashText } from "@/lib/harness/hash";
import type { ChatModel } from "@/lib/kernel/ports";
import type { AnalystPort, DiagnosisInput, DiagnosisOutput, InvalidOutput, ProposalInput, ProposalOutput } from "../analyst";
import { partitionCases, type TrajectorySource } from "../evaluated-case";
import { createHeuristicAnalyst } from "../heuristic/heuristic-analyst";
import { quoteProblem } from "../quotes";
import { FIXABILITY } from "../rank-score";
import { verifyEntry } from "../verify";
import { caseDigest } from "./case-digest";
import { DIAGNOSE_INSTRUCTIONS, PROPOSE_INSTRUCTIONS } from "./instructions";
import { excerptOf, structuredChat } from "./structured-chat";

/** Cases of a cluster that the model reads in full. */
const SHOWN_CASES = 8;
const AT_A_TIME = 4;

const Finding = z.object({
  label: Cluster.shape.label.min(1).max(120),
  cause: Cluster.shape.cause.min(1).max(600),
  owner: Owner,
  quotes: z.array(Quote).min(1).max(3),
});

/** A draft as the model writes it; the studio adds the cluster and the base hashes. */
const Answer = EntryDraft.extend({ evidence: z.array(Quote).min(1).max(3) });

const schemaText = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }));

/** Maps in order, a few at a time. */
async function mapInBatches<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (let start = 0; start < items.length; start += AT_A_TIME) {
    done.push(...(await Promise.all(items.slice(start, start + AT_A_TIME).map(work))));
  }
  return done;
}

function digests(input: DiagnosisInput, ids: readonly string[]): string {
  const byId = new Map(input.cases.map((one) => [one.item.id, one]));
  return ids
    .flatMap((id) => {
      const one = byId.get(id);
      return one === undefined ? [] : [caseDigest(one, input.trajectory(id))];
    })
    .join("\n\n");
}

/** The members that show a cluster best: medoid and boundary first. */
const shownCases = (cluster: Cluster) =>
  [...new Set([cluster.medoid, ...(cluster.boundary === null ? [] : [cluster.boundary]), ...cluster.cases])].slice(
    0,
    SHOWN_CASES,
  );

const quoteProblems = (quotes: readonly Quote[], trajectory: TrajectorySource) =>
  quotes.flatMap((quote) => quoteProblem(quote, trajectory) ?? []);

function unknownCases(ids: readonly string[], known: ReadonlySet<string>): string[] {
  return ids.filter((id) => !known.has(id)).map((id) => `there is no case ${id}`);
}

/** Puts in the base hash of every file an operation names, so that the model need not copy hashes. */
function withBaseHashes(raw: unknown, bundle: Bundle, cluster: string): unknown {
  if (typeof raw !== "object" || raw === null) return raw;
  const operations = "operations" in raw && Array.isArray(raw.operations) ? raw.operations : [];
  const hashOf = (holder: object) => {
    const path = "path" in holder && typeof holder.path === "string" ? holder.path : "";
    return { baseHash: hashText(bundle[path] ?? "") };
  };
  const completed = operations.map((operation: unknown) => {
    if (typeof operation !== "object" || operation === null) return operation;
    if ("anchor" in operation && typeof operation.anchor === "object" && operation.anchor !== null) {
      return { ...operation, anchor: { ...operation.anchor, ...hashOf(operation.anchor) } };
    }
    return "op" in operation && operation.op !== "create-file" ? { ...operation, ...hashOf(operation) } : operation;
  });
  return { ...raw, cluster, operations: completed };
}

const bundleText = (bundle: Bundle) =>
  Object.entries(bundle)
    .map(([path, text]) => `=== ${path}\n${text}`)
    .join("\n");

/**
 * The analyst over any chat model. The clusters and their figures come from the same clustering without a model as the
 * heuristic analyst's; the model names each one's cause and owner and proposes the edits. Quotes must stand verbatim in
 * the trajectories and edits must verify; an answer that fails goes back at most twice, and every such answer is
 * reported in `invalid`. A cluster without a valid finding keeps the program's own.
 */
export function createLlmAnalyst(model: ChatModel): AnalystPort {
  const clustering = createHeuristicAnalyst();

  async function diagnose(input: DiagnosisInput): Promise<DiagnosisOutput> {
    const found = await clustering.diagnose(input);
    if (found.error !== null) return found;
    const invalid: InvalidOutput[] = [...found.invalid];
    const clusters = await mapInBatches(found.clusters, async (cluster) => {
      const answer = await structuredChat({
        model,
        what: `diagnosis of “${cluster.label}”`,
        system: `${DIAGNOSE_INSTRUCTIONS}\n${schemaText(Finding)}`,
        user: `Failing cases (${cluster.cases.length} in the cluster):\n\n${digests(input, shownCases(cluster))}\n\nPassing cases close to them:\n\n${digests(input, cluster.nearMisses)}`,
        seed: input.seed,
        schema: Finding,
        problems: async (value) => quoteProblems(value.quotes, input.trajectory),
        signal: input.signal,
      });
      invalid.push(...answer.invalid);
      if (answer.value === null) return cluster;
      const quotes = answer.value.quotes.filter((quote) => quoteProblem(quote, input.trajectory) === null);
      return { ...cluster, ...answer.value, quotes: quotes.length > 0 ? quotes : cluster.quotes };
    });
    // The program's order holds n × severity × its own owner's fixability; only the owner may have changed.
    const ranked = clusters
      .map((cluster, index) => ({
        cluster,
        index,
        weight: (cluster.longTail ? 1e-6 : 1) * cluster.cases.length * FIXABILITY[cluster.owner],
      }))
      .sort((a, b) => b.weight - a.weight || a.index - b.index);
    return { ...found, clusters: ranked.map(({ cluster }) => cluster), invalid };
  }

  async function propose(input: ProposalInput): Promise<ProposalOutput> {
    const output: ProposalOutput = { drafts: [], invalid: [] };
    const known = new Set(input.cases.map(({ item }) => item.id));
    const passes = new Set(partitionCases(input.cases).passes.map(({ item }) => item.id));
    const items = input.cases.map(({ item }) => item);
    const rejected = input.rejected.map((entry) => `- ${entry.title}: ${entry.reason}`).join("\n") || "(none)";
    for (const cluster of input.clusters.filter((one) => !one.longTail)) {
      if (output.drafts.length >= input.maxEntries) break;
      const what = `proposal for “${cluster.label}”`;
      const chosen = output.drafts.map((draft) => `- ${draft.title}`).join("\n") || "(none)";
      const answer = await structuredChat({
        model,
        what,
        system: `${PROPOSE_INSTRUCTIONS}\n${schemaText(Answer)}`,
        user: `The harness:\n${bundleText(input.bundle)}\n\nThe cluster “${cluster.label}”, owner ${cluster.owner}: ${cluster.cause}\n\n${digests(input, shownCases(cluster))}\n\nPassing cases close to them:\n\n${digests(input, cluster.nearMisses)}\n\nRejected earlier:\n${rejected}\n\nProposed already in this stage:\n${chosen}`,
        seed: input.seed,
        schema: Answer,
        complete: (raw) => withBaseHashes(raw, input.bundle, cluster.id),
        problems: async (value) => {
          const verified = await verifyEntry({ base: input.bundle, operations: value.operations, cases: items, sandbox: null });
          return [
            ...verified.diagnostics
              .filter((one) => one.severity === "error")
              .map((one) => `${one.path}:${one.line} ${one.message}`),
            ...quoteProblems(value.evidence, input.trajectory),
            ...unknownCases([...value.predictedFixes, ...value.predictedRisks], known),
          ];
        },
        signal: input.signal,
      });
      output.invalid.push(...answer.invalid);
      if (answer.value === null) continue;
      // What still does not hold after the last round is shown as failed by the verification that every entry goes through.
      const draft: EntryDraft = {
        ...answer.value,
        evidence: answer.value.evidence.filter((quote) => quoteProblem(quote, input.trajectory) === null),
        predictedFixes: answer.value.predictedFixes.filter((id) => known.has(id) && !passes.has(id)),
        predictedRisks: answer.value.predictedRisks.filter((id) => passes.has(id)),
      };
      if (draft.evidence.length === 0) {
        output.invalid.push({ what, why: "no quote of its evidence holds", excerpt: excerptOf(JSON.stringify(answer.value)) });
        continue;
      }
      output.drafts.push({ ...draft, attempts: [] });
    }
    return output;
  }

  return { kind: "llm", diagnose, propose, revise: propose };
}
