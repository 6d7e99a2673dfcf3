import type { Cluster, EntryDraft } from "@/lib/contracts/evolution";
import type { ProposalInput, ProposalOutput, ProposedEntry, RevisionInput } from "../analyst";
import type { Asking } from "./call-model";
import { shortened } from "./data-block";
import { addedText, completed, DraftAnswer, draftChecker, verifierOf } from "./draft";
import { PROPOSE_INSTRUCTIONS } from "./instructions";
import { proposalPrompt, revisionPrompt } from "./propose-prompt";
import { type StructuredAnswer, schemaText, structuredChat } from "./structured-chat";

type Attempt = ProposedEntry["attempts"][number];

const titleOf = (raw: unknown) =>
  typeof raw === "object" && raw !== null && "title" in raw && typeof raw.title === "string" && raw.title.trim() !== ""
    ? shortened(raw.title, 119)
    : "An answer that cannot be read";

function attemptsOf(answer: StructuredAnswer<DraftAnswer>, asking: Asking, input: ProposalInput, cluster: string): Attempt[] {
  return answer.failed.map(({ raw, problems }) => {
    const parsed = DraftAnswer.safeParse(completed(raw, input.bundle, cluster));
    const added = parsed.success ? addedText(input.bundle, parsed.data.operations).join("\n") : "";
    return {
      title: titleOf(raw),
      because: "verification",
      comment: shortened(problems.join("; "), asking.settings.mostWhy),
      by: null,
      added: shortened(added, asking.settings.mostAddedCharacters),
    };
  });
}

/** Asks for one edit; null where no answer had the shape of one, or all were rejected before. An edit that still fails comes all the same, with its attempts. */
async function draftFor(
  asking: Asking,
  input: ProposalInput,
  cluster: Cluster,
  chosen: readonly EntryDraft[],
  user: string,
): Promise<ProposedEntry | null> {
  const { check, standing, wasRejected } = draftChecker(input, chosen);
  const answer = await structuredChat(asking, {
    what: `proposal for “${cluster.label}”`,
    system: `${PROPOSE_INSTRUCTIONS}\n${schemaText(DraftAnswer.omit({ cluster: true }))}`,
    user,
    seed: input.seed,
    schema: DraftAnswer,
    complete: (raw) => completed(raw, input.bundle, cluster.id),
    problems: check,
  });
  // What a person turned down does not come again, whatever the model insists on; the log says that it tried.
  if (answer.value === null || wasRejected(answer.value)) return null;
  return { ...standing(answer.value, cluster.id), attempts: attemptsOf(answer, asking, input, cluster.id) };
}

/** Proposes an edit a cluster, by their order, until there are enough; the long tail has no common cause to mend. */
export async function proposeWithModel(asking: Asking, input: ProposalInput): Promise<ProposalOutput> {
  const drafts: ProposedEntry[] = [];
  const clusters = input.clusters.filter((one) => !one.longTail);
  const total = Math.min(input.maxEntries, clusters.length);
  if (clusters.length === 0 && input.clusters.length > 0) {
    asking.invalid.add("proposals", "the long tail has no common cause to mend: split a cluster off it first");
  }
  for (const cluster of clusters) {
    input.report?.({ phase: "proposing", done: drafts.length, total });
    if (drafts.length >= input.maxEntries) break;
    const user = proposalPrompt(input, cluster, drafts, asking.settings);
    const draft = await draftFor(asking, input, cluster, drafts, user);
    if (draft !== null) drafts.push(draft);
  }
  input.report?.({ phase: "proposing", done: total, total });
  return { drafts, invalid: asking.invalid.list() };
}

/** Another attempt at an entry: the model reads it, what is wrong with it and what the person says. */
export async function reviseWithModel(asking: Asking, input: RevisionInput): Promise<ProposalOutput> {
  const { entry, comment, bundle } = input;
  const cluster = input.clusters.find(({ id }) => id === entry.cluster);
  if (cluster === undefined) {
    asking.invalid.add(`another attempt at “${entry.title}”`, `there is no cluster ${entry.cluster} any more`);
    return { drafts: [], invalid: asking.invalid.list() };
  }
  const diagnostics = await verifierOf(input)(entry.operations);
  const user = revisionPrompt(input, cluster, diagnostics, asking.settings);
  const draft = await draftFor(asking, input, cluster, [], user);
  if (draft === null) return { drafts: [], invalid: asking.invalid.list() };
  const added = shortened(addedText(bundle, entry.operations).join("\n"), asking.settings.mostAddedCharacters);
  const asked: Attempt = { title: entry.title, because: "person", comment, by: null, added };
  return { drafts: [{ ...draft, attempts: [asked, ...draft.attempts] }], invalid: asking.invalid.list() };
}
