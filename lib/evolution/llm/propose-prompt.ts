import type { Cluster, EntryDraft } from "@/lib/contracts/evolution";
import type { ProposalInput, RevisionInput } from "../analyst";
import { caseBlocks } from "./case-digest";
import { dataBlock, reviewerBlock, shortened } from "./data-block";
import { bundleText } from "./harness-outline";
import type { AnalystSettings } from "./settings";

const share = (value: number) => `${Math.round(100 * value)} %`;

function casesOf(input: ProposalInput, ids: readonly string[], settings: AnalystSettings): string {
  const byId = new Map(input.cases.map((one) => [one.item.id, one]));
  const cases = ids.flatMap((id) => byId.get(id) ?? []);
  return caseBlocks(cases, input.trajectory, settings) || "(none)";
}

/** The members that show a cluster best: medoid and boundary first. */
function shownCases({ medoid, boundary, cases }: Cluster, { shownCases: most }: AnalystSettings): string[] {
  return [...new Set([medoid, ...(boundary === null ? [] : [boundary]), ...cases])].slice(0, most);
}

function clusterText(cluster: Cluster): string {
  return [
    `“${cluster.label}”, owner ${cluster.owner}: ${cluster.cause}`,
    `${cluster.cases.length} failing cases: ${cluster.cases.join(", ")}`,
    `failed checks: ${cluster.failedChecks.map(({ check, cases }) => `${check} (${cases})`).join(", ") || "none"}`,
    ...cluster.contrast.map(
      ({ feature, failing, passing }) =>
        `${feature}: in ${share(failing)} of the failing, ${share(passing)} of the nearest passing cases`,
    ),
  ].join("\n");
}

/** Everything that an edit for a cluster is made from. Parts that are the same for every cluster come first. */
export function proposalPrompt(
  input: ProposalInput,
  cluster: Cluster,
  chosen: readonly EntryDraft[],
  settings: AnalystSettings,
): string {
  const rejected = input.rejected.map(
    ({ title, reason, added }) =>
      `- ${title}: ${reason}${added.length === 0 ? "" : `\n  it would have added: ${shortened(added.join("\n  "), settings.mostAddedCharacters)}`}`,
  );
  return [
    `The harness:\n${bundleText(input.bundle, settings)}`,
    `Rejected earlier, with the reasons:\n${dataBlock("rejected entries", rejected.join("\n") || "(none)")}`,
    `Proposed already in this stage:\n${dataBlock("entries", chosen.map(({ title }) => `- ${title}`).join("\n") || "(none)")}`,
    `The cluster to mend:\n${dataBlock("cluster", clusterText(cluster))}`,
    `Some of its failing cases:\n${casesOf(input, shownCases(cluster, settings), settings)}`,
    `Passing cases close to them:\n${casesOf(input, cluster.nearMisses, settings)}`,
  ].join("\n\n");
}

/** The same for another attempt: the entry as it was, what is wrong with it, and what the person who reviews it says. */
export function revisionPrompt(
  input: RevisionInput,
  cluster: Cluster,
  diagnostics: readonly string[],
  settings: AnalystSettings,
): string {
  const { cluster: _, ...entry } = input.entry;
  return [
    proposalPrompt(input, cluster, [], settings),
    `The entry as it was proposed:\n${dataBlock("entry", JSON.stringify(entry, null, 1))}`,
    `What is wrong with it:\n${dataBlock("diagnostics", diagnostics.map((one) => `- ${one}`).join("\n") || "(nothing was found)")}`,
    `The person who reviews it asks for another attempt and says:\n${reviewerBlock(input.comment)}`,
    "Propose one edit that does as the reviewer says, within the rules above.",
  ].join("\n\n");
}
