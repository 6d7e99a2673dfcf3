import type { EntryDraft, Quote } from "@/lib/contracts/evolution";
import type { Harness } from "@/lib/contracts/harness";
import { applyOperations } from "@/lib/harness/operations";
import type { ProposalInput, RejectedEntry } from "../analyst";
import { addedLines, fileChanges } from "../changes";
import type { EvaluatedCase } from "../evaluated-case";
import { scanForLeaks } from "../leak-scan";
import { severityOf } from "../rank-score";
import { touchSet } from "../touch-set";
import { whatHappened } from "./cause";
import { quoteOf } from "./quote-case";
import { LEAST_GROUP, type RepairGroup, settled } from "./repair-group";
import type { Repair } from "./repair-step";
import { repairsOf } from "./repairs";

const MOST_QUOTES = 3;
const MOST_RISKS = 10;

interface EntryInput extends ProposalInput {
  harness: Harness;
  passes: readonly EvaluatedCase[];
  groups: readonly RepairGroup[];
  /** Groups of the units that the run speaks against: mended first, where one of them accounts for as much. */
  suspected: readonly RepairGroup[];
}

const rank = (group: RepairGroup) => group.cases.length * severityOf(group.cases);

/** Groups with one mechanism and one place, from whatever clusters, are one; those that cost most come first. */
function merged(groups: readonly RepairGroup[]): RepairGroup[] {
  const byPlace = new Map<string, RepairGroup>();
  for (const group of groups) {
    const key = `${group.mechanism.key} | ${group.skill?.path ?? ""}`;
    const known = byPlace.get(key);
    byPlace.set(
      key,
      known === undefined
        ? group
        : { ...known, cases: [...known.cases, ...group.cases], details: [...known.details, ...group.details] },
    );
  }
  return [...byPlace.values()].map(settled).sort((a, b) => rank(b) - rank(a));
}

const wasRejected = (repair: Repair, rejected: readonly RejectedEntry[]) =>
  rejected.some((entry) => entry.title === repair.title || entry.added.some((text) => text.includes(repair.added)));

/** Whether an edit can go on top of the entries already chosen, and gives nothing away. */
function fits(repair: Repair, chosen: readonly EntryDraft[], input: EntryInput): boolean {
  const alone = applyOperations(input.bundle, repair.operations);
  if (!alone.ok) return false;
  const leaks = scanForLeaks(
    addedLines(fileChanges(input.bundle, alone.bundle)),
    Object.values(input.bundle).join("\n"),
    input.cases.map(({ item }) => item),
  );
  if (leaks.length > 0) return false;
  return applyOperations(input.bundle, [...chosen.flatMap((draft) => draft.operations), ...repair.operations]).ok;
}

/** Passing cases that the edit touches and that are most like the failures it is for: of the same categories first. */
function risksOf(repair: Repair, group: RepairGroup, input: EntryInput): string[] {
  const applied = applyOperations(input.bundle, repair.operations);
  if (!applied.ok) return [];
  const touched = new Set(touchSet(fileChanges(input.bundle, applied.bundle), input.harness, input.passes));
  const near = new Set(input.clusters.find((cluster) => cluster.id === group.cluster)?.nearMisses ?? []);
  const categories = new Set(group.cases.map(({ item }) => item.category));
  const closeness = (one: EvaluatedCase) => (near.has(one.item.id) ? 0 : categories.has(one.item.category) ? 1 : 2);
  return input.passes
    .filter((one) => touched.has(one.item.id))
    .sort((a, b) => closeness(a) - closeness(b))
    .slice(0, MOST_RISKS)
    .map(({ item }) => item.id);
}

function evidenceOf(group: RepairGroup, input: EntryInput): Quote[] {
  return group.cases.slice(0, MOST_QUOTES).flatMap((one) => quoteOf(one, input.trajectory(one.item.id), group.mechanism) ?? []);
}

/** A suspect is weighed as so many times its cases: the run itself speaks against it. */
const SUSPECT_WEIGHT = 1.5;
/** A Skill that other comments need is no sure suspect: the comments it is loaded for differ. */
const NEEDED_SKILL_WEIGHT = 0.75;

const suspectWeight = ({ mechanism }: RepairGroup) =>
  mechanism.code === "skill-misleads" && mechanism.homes.length > 0 ? NEEDED_SKILL_WEIGHT : SUSPECT_WEIGHT;

/** The groups by what they cost, each without the cases that an entry before it is for. */
function* byCost(input: EntryInput): Generator<RepairGroup, void, boolean> {
  let waiting = [
    ...input.suspected.map((group) => ({ group, weight: suspectWeight(group) })),
    ...merged(input.groups).map((group) => ({ group, weight: 1 })),
  ];
  while (waiting.length > 0) {
    waiting.sort((a, b) => b.weight * rank(b.group) - a.weight * rank(a.group));
    const [next, ...others] = waiting;
    if (next === undefined) return;
    const mended = yield next.group;
    const covered = new Set(mended ? next.group.cases : []);
    waiting = others.flatMap(({ group, weight }) => {
      const cases = group.cases.filter((one) => !covered.has(one));
      return cases.length < LEAST_GROUP ? [] : [{ group: { ...group, cases }, weight }];
    });
  }
}

/** Entry drafts for the groups, most costly first: one a group, by the first of its repairs that applies and fits. */
export function proposeEntries(input: EntryInput): EntryDraft[] {
  const drafts: EntryDraft[] = [];
  const groups = byCost(input);
  let drawn = groups.next();
  while (!drawn.done && drafts.length < input.maxEntries) {
    const draft = draftFor(drawn.value, drafts, input);
    if (draft !== null) drafts.push(draft);
    drawn = groups.next(draft !== null);
  }
  return drafts;
}

/** The entry for one group; null where none of its repairs applies and fits. */
function draftFor(group: RepairGroup, drafts: readonly EntryDraft[], input: EntryInput): EntryDraft | null {
  const categories = new Set(group.cases.map(({ item }) => item.category));
  const others = input.cases.filter(({ item }) => !categories.has(item.category));
  const { bundle, harness, passes } = input;
  const repair = repairsOf({ group, bundle, harness, others, passes }).find(
    (candidate) => !wasRejected(candidate, input.rejected) && fits(candidate, drafts, input),
  );
  if (repair === undefined) return null;
  const { title, component, owner, whyLevel, operations } = repair;
  return {
    cluster: group.cluster,
    title,
    component,
    owner,
    whyLevel,
    reason: reasonOf(group),
    evidence: evidenceOf(group, input),
    operations,
    predictedFixes: group.cases.map(({ item }) => item.id),
    predictedRisks: risksOf(repair, group, input),
  };
}

function reasonOf(group: RepairGroup): string {
  const count = group.cases.length;
  return `${whatHappened(group.mechanism)} in ${count} failing cases.`.replace(/^./, (letter) => letter.toUpperCase());
}
