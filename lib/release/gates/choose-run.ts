import type { GateName, PolicyIdentity } from "@/lib/contracts/release-gate";
import { type GateDataset, type GateRun, type RunChoice, sameModel } from "./facts";

/** What a run must be of to count for a gate. */
export interface RunWanted {
  gate: GateName;
  policy: PolicyIdentity;
  dataset: Pick<GateDataset, "version">;
  /** The judge that must have scored, as it is now; null: none may have. Latency does not ask. */
  judge: { id: string; name: string; version: string } | null;
  checkVersion: string;
  /** Hash of the project's FAQ now. */
  faq: string | null;
  /** Latency alone: cases at once, at most. */
  maxConcurrency: number;
  /** Null: results never are too old. */
  maxAgeDays: number | null;
  at: string;
}

/**
 * Chooses from the runs of one version on one data set, newest first, the newest that the gate may rest on. Where there is
 * none, a run that only time has overtaken is named before one that could never have counted.
 */
export function chooseRun(runs: readonly GateRun[], wanted: RunWanted): RunChoice {
  let stale: RunChoice["instead"] = null;
  let unfit: RunChoice["instead"] = null;
  for (const run of runs) {
    const fault = unfitness(run, wanted);
    const age = fault === null ? staleness(run, wanted) : null;
    if (fault === null && age === null) return { run, instead: null };
    if (fault !== null) unfit ??= { run: run.id, state: "missing", why: fault };
    if (age !== null) stale ??= { run: run.id, state: "stale", why: age };
  }
  return { run: null, instead: stale ?? unfit };
}

/** Why the run could never have counted, as the end of a sentence about it; null where it could. */
function unfitness(run: GateRun, wanted: RunWanted): string | null {
  if (run.status !== "completed" || run.outcome.stop !== null) {
    const live = run.status === "queued" || run.status === "running" || run.status === "paused";
    return live ? `is ${run.status} and has not ended` : `did not run all its cases (it is ${run.status})`;
  }
  if (run.noiseOf !== null || run.source?.noiseOf) return `repeats ${run.noiseOf ?? run.source?.noiseOf} to measure noise`;
  const again = run.outcome.rerunFailed + (run.source?.outcome.rerunFailed ?? 0);
  if (again > 0) return `had ${again === 1 ? "1 failed case" : `${again} failed cases`} run again by hand, which flatters it`;
  if (wanted.gate === "latency") return unfitForLatency(run, wanted.maxConcurrency);
  const judge = wanted.gate === "regression" ? wanted.judge : null;
  if ((run.judge?.id ?? null) === (judge?.id ?? null)) return null;
  return `was scored by ${run.judge === null ? "the checks alone" : `the judge ${run.judge.name}`}, and the gate asks for ${judge === null ? "the checks alone" : `the judge ${judge.name}`}`;
}

function unfitForLatency(run: GateRun, most: number): string | null {
  if (run.repliesOf !== null) return `judged the replies of ${run.repliesOf} anew and measured no time`;
  if (run.settings.reuse || (run.outcome.reuse?.hits ?? 0) > 0) return "took results over from earlier runs";
  const atOnce = run.outcome.concurrency?.most;
  if (atOnce === undefined) return "does not say how many cases ran at once";
  if (atOnce > most) return `had ${atOnce} cases at once, and ${most} are allowed`;
  const others = run.alongside.reduce((sum, other) => sum + other.cases, 0);
  if (atOnce + others <= most) return null;
  return `shared its endpoint with ${run.alongside.map((other) => other.run).join(", ")}: together up to ${atOnce + others} cases at once, and ${most} are allowed`;
}

const DAY_MS = 86_400_000;
const short = (hash: string) => hash.slice(0, 8);

/** What has changed since the run, as the end of a sentence about it; null where nothing has. */
function staleness(run: GateRun, { gate, policy, dataset, judge, checkVersion, faq, maxAgeDays, at }: RunWanted): string | null {
  if (run.datasetVersion !== dataset.version)
    return `is of version ${short(run.datasetVersion)} of the data set, and the newest is ${short(dataset.version)}`;
  if (gate !== "latency" && run.checkVersion !== checkVersion)
    return `was scored by ${run.checkVersion}, and the checks are ${checkVersion} now`;
  if (gate === "regression" && judge !== null && run.judge?.version !== judge.version)
    return `was scored by version ${short(run.judge?.version ?? "")} of the judge ${judge.name}, which is ${short(judge.version)} now`;
  if (!sameModel(run.endpointAtStart, policy))
    return `asked ${modelText(run.endpointAtStart)}, and it is ${modelText(policy)} now`;
  if (gate !== "capability" && run.faq !== faq) return "worked with another FAQ than the project has now";
  if (maxAgeDays === null) return null;
  const made = run.source?.finishedAt ?? run.finishedAt;
  const days = made === null ? Number.POSITIVE_INFINITY : (Date.parse(at) - Date.parse(made)) / DAY_MS;
  return days > maxAgeDays ? `is ${Math.floor(days)} days old, and ${maxAgeDays} are allowed` : null;
}

const modelText = ({ model, checkpoint, baseUrl }: GateRun["endpointAtStart"]) =>
  [model, checkpoint && `checkpoint ${checkpoint}`, baseUrl && `at ${baseUrl}`].filter(Boolean).join(", ");
