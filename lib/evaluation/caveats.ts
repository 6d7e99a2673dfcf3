import type { Run } from "@/lib/contracts/run";
import type { CaseScores } from "./case-scores";

/** Why two runs are not strictly comparable, one sentence each; none where they are. */
export function caveatsOf(base: Run, head: Run, baseCases: readonly CaseScores[], headCases: readonly CaseScores[]): string[] {
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
  differ("The number of repeats", String(base.settings.repeats), String(head.settings.repeats));
  for (const [name, run, cases] of [
    ["base", base, baseCases],
    ["head", head, headCases],
  ] as const) {
    if (run.status !== "completed")
      caveats.push(`The ${name} run is ${run.status}: ${run.counts.done} of ${run.counts.total} results.`);
    const unscored = cases.filter((item) => item.avg === null);
    if (unscored.length > 0) caveats.push(`${unscored.length} of ${cases.length} cases of the ${name} run could not be scored.`);
    const blocking = unscored.filter((item) => item.priority === "P0").length;
    if (blocking > 0) caveats.push(`${blocking} P0 ${blocking === 1 ? "case" : "cases"} of the ${name} run could not be scored.`);
  }
  return caveats;
}
