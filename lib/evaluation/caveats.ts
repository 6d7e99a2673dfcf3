import type { Dataset } from "@/lib/contracts/case";
import type { Coverage, PairedResults } from "@/lib/contracts/comparison";
import type { Run } from "@/lib/contracts/run";

/** Why two runs are not strictly comparable, one sentence each; none where they are. */
export function caveatsOf(base: Run, head: Run, coverage: PairedResults["coverage"]): string[] {
  return [...differencesIn(base, head), ...runCaveats("base", base, coverage.base), ...runCaveats("head", head, coverage.head)];
}

/** What a repetition of a run must have in common with it. */
function differencesIn(base: Run, head: Run): string[] {
  const caveats: string[] = [];
  const differ = (what: string, a: string, b: string) => {
    if (a !== b) caveats.push(`${what} differs: ${a || "none"} and ${b || "none"}.`);
  };
  if (base.dataset !== head.dataset) caveats.push(`The data set differs: ${base.datasetName} and ${head.datasetName}.`);
  else differ("The data set version", base.datasetVersion.slice(0, 8), head.datasetVersion.slice(0, 8));
  differ("The endpoint", base.endpointName, head.endpointName);
  differ("The model", base.model, head.model);
  differ("The checkpoint", base.checkpoint, head.checkpoint);
  differ("The version of the checks", base.checkVersion, head.checkVersion);
  if (base.judge?.version !== head.judge?.version) {
    caveats.push(`The judge differs: ${judgeName(base)} and ${judgeName(head)}.`);
  }
  differ("The number of repeats", String(base.settings.repeats), String(head.settings.repeats));
  return caveats;
}

const judgeName = ({ judge }: Run) => (judge === null ? "none, checks alone" : `${judge.name} ${judge.version.slice(0, 8)}`);

/** What weakens one run. */
function runCaveats(name: "base" | "head", run: Run, coverage: Coverage): string[] {
  const { stop, early, rerunFailed, reuse } = run.outcome;
  const caveats: string[] = [];
  const done = `${run.counts.done} of ${run.counts.total} results`;
  if (run.status === "stopped" && (stop?.cause === "early" || early !== null)) {
    caveats.push(
      `The ${name} run ended early because it was decided: ${done}. Its scores are of the cases that ran, not of the set.`,
    );
  } else if (run.status === "stopped") {
    caveats.push(`The ${name} run stopped at its budget: ${done}.`);
  } else if (run.status !== "completed") caveats.push(`The ${name} run is ${run.status}: ${done}.`);
  if (rerunFailed > 0) {
    const cases = rerunFailed === 1 ? "1 failed result" : `${rerunFailed} failed results`;
    caveats.push(`The ${name} run had ${cases} run again, which may flatter it.`);
  }
  if (reuse !== null && reuse.hits > 0) {
    const differed =
      reuse.scoresDiffered > 0 ? ` ${reuse.scoresDiffered} of ${reuse.audited} checked ones scored differently.` : "";
    caveats.push(`The ${name} run took ${reuse.hits} of its results from earlier runs.${differed}`);
  }
  if (run.repliesOf !== null) caveats.push(`The ${name} run judged the stored replies of another run.`);
  if (coverage.unscored > 0) {
    caveats.push(`${coverage.unscored} of ${coverage.cases} cases of the ${name} run could not be scored.`);
  }
  if (coverage.unscoredP0 > 0) {
    const cases = coverage.unscoredP0 === 1 ? "case" : "cases";
    caveats.push(`${coverage.unscoredP0} P0 ${cases} of the ${name} run could not be scored.`);
  }
  return caveats;
}

/** That a set has been run so often that a gain on it may be luck. */
export function wornOutCaveat({ name, role, looks }: Pick<Dataset, "name" | "role" | "looks">): string[] {
  if (!looks.wornOut) return [];
  return [`The ${role} set ${name} is worn out: ${looks.runs} runs have looked at it, ${looks.limit} are its limit.`];
}
