import type { Diagnosis, Entry, Stage } from "@/lib/contracts/evolution";
import type { Trial } from "@/lib/contracts/trial";

/**
 * Whether a stage as it came over the wire is older than what the page shows: an event on its way is overtaken by the answer
 * to one's own write. Shown in its place it would take that write back for a moment.
 */
export function isBehind(incoming: Stage, shown: Stage): boolean {
  const revisions = new Map(incoming.proposals.map((entry) => [entry.id, entry.revision]));
  if (shown.proposals.some((entry) => (revisions.get(entry.id) ?? entry.revision) < entry.revision)) return true;
  if (shown.version !== null && incoming.version === null) return true;
  if (shown.decision !== null && incoming.decision === null) return true;
  return clustersBehind(incoming.diagnosis, shown.diagnosis) || trialsBehind(incoming, shown);
}

const clustersBehind = (incoming: Diagnosis | null, shown: Diagnosis | null): boolean =>
  incoming !== null && shown !== null && incoming.at === shown.at && incoming.revision < shown.revision;

const trialsBehind = (incoming: Stage, shown: Stage): boolean =>
  shown.trials.some((trial) => {
    const other = incoming.trials.find((item) => item.id === trial.id);
    return other !== undefined && other.status === "running" && trial.status !== "running";
  });

/** The stage with this trial as the newest of its entry; a trial that is over is not put back under way. */
export function withTrial(stage: Stage, trial: Trial): Stage {
  const known = stage.trials.find((item) => item.id === trial.id);
  if (known && known.status !== "running" && trial.status === "running") return stage;
  return { ...stage, trials: [trial, ...stage.trials.filter((item) => item.entry !== trial.entry)] };
}

/** Something that another person did on the stage, in words. */
export interface StageNews {
  id: string;
  text: string;
  /** The entry it is about, to be shown. */
  entry: string | null;
}

const did: Record<Entry["status"], string> = {
  proposed: "reopened",
  accepted: "accepted",
  edited: "edited",
  rejected: "rejected",
  invalid: "reopened",
};

function entryNews(entry: Entry, was: Entry | undefined, mine: (by: string) => boolean): StageNews[] {
  const id = `${entry.id} ${entry.revision}`;
  if (was === undefined) return [{ id, text: `A new entry: ${entry.title}`, entry: entry.id }];
  if (entry.revision <= was.revision) return [];
  const asked = entry.attempts.length > was.attempts.length ? entry.attempts.at(-1) : undefined;
  if (asked && asked.because === "person") {
    const by = asked.by ?? "Somebody";
    return mine(by) ? [] : [{ id, text: `${by} asked for another attempt: ${entry.title}`, entry: entry.id }];
  }
  const by = entry.decidedBy ?? "Somebody";
  return mine(by) ? [] : [{ id, text: `${by} ${did[entry.status]}: ${entry.title}`, entry: entry.id }];
}

function clusterNews(before: Diagnosis, after: Diagnosis, mine: (by: string) => boolean): StageNews[] {
  if (after.revision <= before.revision) return [];
  if (after.changed === undefined || after.changed.at === before.changed?.at) return [];
  const { by } = after.changed;
  return mine(by) ? [] : [{ id: `clusters ${after.at} ${after.revision}`, text: `${by} changed the clusters`, entry: null }];
}

/**
 * What others did between two looks at a stage. `mine`: whether a name is that of the reader. `busy`: whether a write of the
 * reader is on its way, of which a change that bears no name is then the effect.
 */
export function newsBetween(before: Stage, after: Stage, mine: (by: string) => boolean, busy = false): StageNews[] {
  const news: StageNews[] = [];
  const [was, is] = [before.diagnosis, after.diagnosis];
  const anew = is !== null && (was === null || was.at !== is.at);
  if (is?.status === "running" && was?.status !== "running" && !busy) {
    news.push({ id: `diagnosis ${is.newer?.at ?? is.at}`, text: "A new diagnosis was begun", entry: null });
  }
  if (was && is && !anew) {
    news.push(...clusterNews(was, is, mine));
    const known = new Map(before.proposals.map((entry) => [entry.id, entry]));
    news.push(...after.proposals.flatMap((entry) => entryNews(entry, known.get(entry.id), mine)));
  }
  if (before.version === null && after.version !== null && !busy) {
    news.push({ id: `version ${after.version}`, text: "The entries were made a version", entry: null });
  }
  if (before.decision === null && after.decision !== null && !mine(after.decision.by)) {
    news.push({ id: `decision ${after.decision.at}`, text: `${after.decision.by} decided the stage`, entry: null });
  }
  return news;
}
