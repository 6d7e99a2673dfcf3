import "server-only";
import { readBundleFile, readManifest } from "@/db/bundle-repository";
import type { Store } from "@/db/client";
import {
  ancestorsOf,
  blobHashOf,
  type ClusterFacts,
  clusterFacts,
  creditsOf,
  type EntryFacts,
  shippedChanges,
  shippedFacts,
  stagesOfEntries,
  stagesOfVersions,
} from "@/db/lineage-repository";
import type { Blame, LineOrigin } from "@/lib/contracts/lineage";
import type { Version } from "@/lib/contracts/version";
import { type FileVersion, linesOfEntries, renamedFrom, type TracedLine, traceLines } from "@/lib/evolution/lineage";
import { kindOf } from "@/lib/harness/kind";
import { notFound } from "../app-error";
import type { Context } from "../context";
import { requireProject, requireVersion } from "../lookups";

type StageFacts = NonNullable<ReturnType<ReturnType<typeof stagesOfVersions>["get"]>>;

const MOST_REMOVED = 50;

/** Where each line of a file of a version comes from. Of each version only the file itself is read. */
export function fileBlame({ studio }: Pick<Context, "studio">, input: { project: string; version: string; path: string }): Blame {
  const store = studio.database;
  requireProject(store, input.project);
  const { hash } = requireVersion(store, input.project, input.version);
  if (blobHashOf(store, hash, input.path) === null) throw notFound("file", input.path);
  const ancestors = ancestorsOf(store, input.project, hash);
  const history = traceLines(fileChain(store, ancestors, input.path));
  const origins = originsOf(store, input.project, ancestors, [...history.lines, ...history.removed]);
  const removed = history.removed
    .map((line) => ({ text: line.text, origin: origins.of(line), removedBy: line.removedBy }))
    .filter(({ origin }) => origins.list[origin]?.entry !== null);
  return {
    version: hash,
    path: input.path,
    lines: history.lines.map((line) => ({ text: line.text, origin: origins.of(line) })),
    origins: origins.list,
    removed: removed.reverse().slice(0, MOST_REMOVED),
  };
}

/** The file as the versions that changed it have it, oldest first; followed back through renames to where it was made. */
function fileChain(store: Store, ancestors: readonly Version[], path: string): FileVersion[] {
  const chain: FileVersion[] = [];
  let at = path;
  let blob = blobHashOf(store, ancestors[0]?.hash ?? "", at);
  for (const [index, { hash }] of ancestors.entries()) {
    const parent = ancestors[index + 1];
    let before = at;
    let below = parent ? blobHashOf(store, parent.hash, at) : null;
    if (parent && below === null) {
      const from = renamedFrom(readBundleFile(store, hash, at) ?? "", goneFiles(store, parent.hash, hash, at));
      if (from !== null) {
        before = from;
        below = blobHashOf(store, parent.hash, from);
      }
    }
    if (below !== blob || before !== at) chain.push({ version: hash, path: at, text: readBundleFile(store, hash, at) ?? "" });
    if (below === null) break;
    at = before;
    blob = below;
  }
  return chain.reverse();
}

/** Files of the parent that the child has no more and that `path` may be the new name of. */
function goneFiles(store: Store, parent: string, child: string, path: string): { path: string; text: string }[] {
  const before = readManifest(store, parent) ?? {};
  const after = readManifest(store, child) ?? {};
  return Object.keys(before)
    .filter((one) => after[one] === undefined && kindOf(one) === kindOf(path))
    .map((one) => ({ path: one, text: readBundleFile(store, parent, one) ?? "" }));
}

/** The stage that made each version: those between a stage's base and what it came to are its own. */
function stagesOfChain(store: Store, project: string, ancestors: readonly Version[]): Map<string, StageFacts> {
  const made = stagesOfVersions(
    store,
    project,
    ancestors.map(({ hash }) => hash),
  );
  const owners = new Map<string, StageFacts>();
  let current: StageFacts | undefined;
  for (const { hash } of ancestors) {
    if (current !== undefined && current.baseVersion === hash) current = undefined;
    current = made.get(hash) ?? current;
    if (current !== undefined) owners.set(hash, current);
  }
  return owners;
}

/** The distinct origins of lines, and the place of each line's own among them. */
function originsOf(store: Store, project: string, ancestors: readonly Version[], lines: readonly TracedLine[]) {
  const versions = new Map(ancestors.map((version) => [version.hash, version]));
  const stages = stagesOfChain(store, project, ancestors);
  const named = [...new Set(lines.flatMap(({ version }) => stages.get(version)?.id ?? []))];
  const changes = shippedChanges(store, named);
  const story = entryStory(store, named);
  const owners = new Map<string, Map<string, string>>();
  const entryOf = ({ text, version, path }: TracedLine): string | null => {
    const stage = stages.get(version)?.id;
    if (stage === undefined) return null;
    const key = `${stage} ${path}`;
    const known =
      owners.get(key) ??
      linesOfEntries(
        changes.filter((entry) => entry.stage === stage),
        path,
      );
    owners.set(key, known);
    return known.get(text) ?? null;
  };
  const list: LineOrigin[] = [];
  const places = new Map<string, number>();
  const of = (line: TracedLine): number => {
    const entry = entryOf(line);
    const key = `${line.version} ${line.path} ${entry}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const version = versions.get(line.version);
    const stage = stages.get(line.version);
    list.push({
      version: line.version,
      versionName: version?.name ?? line.version.slice(0, 8),
      origin: version?.origin ?? "import",
      author: version?.author ?? "",
      message: version?.message ?? "",
      at: version?.createdAt ?? "",
      path: line.path,
      entry: entry === null || stage === undefined ? null : story(entry, stage),
    });
    places.set(key, list.length - 1);
    return list.length - 1;
  };
  // Every line is placed now, so that the list is whole.
  for (const line of lines) of(line);
  return { of, list };
}

/** What is to be told of an entry: the cluster that it answers, who accepted it, what it fixed and broke. */
function entryStory(store: Store, stages: readonly string[]) {
  const facts = new Map(shippedFacts(store, stages).map((entry) => [entry.id, entry]));
  const copied = stagesOfEntries(
    store,
    [...facts.values()].flatMap(({ copyOf }) => copyOf ?? []),
  );
  const clusters = clusterFacts(store, [...new Set([...stages, ...copied.values()])]);
  const credits = creditsOf(store, stages);
  const clusterOf = ({ stage, cluster, copyOf }: EntryFacts): ClusterFacts | undefined =>
    clusters.find((one) => one.stage === stage && one.id === cluster) ??
    clusters.find((one) => one.stage === copied.get(copyOf ?? "") && one.id === cluster);
  return (id: string, stage: StageFacts): LineOrigin["entry"] => {
    const entry = facts.get(id);
    if (entry === undefined) return null;
    const cluster = clusterOf(entry);
    const credit = credits.get(entry.stage)?.entries.find((one) => one.entry === id);
    const measured = credit === undefined || credit.verdict === "untested" ? null : credit;
    return {
      ...{ id, title: entry.title, edited: entry.edited, decidedBy: entry.decidedBy, decidedAt: entry.decidedAt },
      ...{ campaign: stage.campaign, campaignName: stage.campaignName, stage: stage.id, stageName: stage.name },
      cluster: cluster?.label ?? entry.cluster,
      cases: cluster?.cases ?? [],
      run: cluster?.run ?? stage.baseRun ?? "",
      fixed: measured?.fixed ?? null,
      broken: measured?.broken ?? null,
    };
  };
}
