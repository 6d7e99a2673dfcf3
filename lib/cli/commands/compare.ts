import type { Command } from "commander";
import type { Comparison } from "@/lib/contracts/run";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { EXIT } from "../exit";
import { print } from "../output";
import { projectOfRun } from "../project-of-run";
import { formatTable, percent, points } from "../table";

interface CompareOptions extends CommonOptions {
  project?: string;
}

/** Worse: AVG fell and its interval excludes zero, or a P0 case broke. */
const isWorse = (comparison: Comparison): boolean => {
  const avg = comparison.metrics.find((one) => one.metric === "avg");
  return comparison.brokenP0.length > 0 || (avg?.high ?? 0) < 0;
};

function report(comparison: Comparison): string {
  const { base, head, metrics, categories, flips, paired, unpaired, brokenP0, caveats } = comparison;
  const overall = metrics.map((one) => [
    one.metric,
    percent(one.base),
    percent(one.head),
    points(one.difference),
    one.low === null ? "–" : `${points(one.low)} to ${points(one.high)}`,
    one.p === null ? "–" : one.p.toFixed(4),
    points(one.minimumDetectable),
  ]);
  const moved = categories
    .filter((category) => category.fixed + category.broken > 0)
    .map((category) => [category.category, category.n, category.fixed, category.broken, points(category.avg.difference)]);
  const count = (direction: string) => flips.filter((flip) => flip.direction === direction).length;
  return [
    `${base.versionName} (${base.id}) → ${head.versionName} (${head.id}), ${paired} cases in both, ${unpaired} not`,
    formatTable(["metric", "base", "head", "points", "95 %", "p", "detectable"], overall),
    `Fixed ${count("fixed")}, broken ${count("broken")}${brokenP0.length > 0 ? `, P0 broken: ${brokenP0.join(", ")}` : ""}`,
    ...(moved.length > 0 ? [formatTable(["category", "cases", "fixed", "broken", "AVG points"], moved)] : []),
    ...caveats.map((caveat) => `Caveat: ${caveat}`),
  ].join("\n\n");
}

export function registerCompare(program: Command): void {
  withCommonOptions(
    program
      .command("compare <base> <head>")
      .description("compare two runs case by case; exits with 1 where the second is worse")
      .option("--project <id>", "project of the runs (default: wherever they are)"),
  ).action(async (base: string, head: string, options: CompareOptions) => {
    const comparison = await withStudio(options, async (client) => {
      const project = options.project ?? (await projectOfRun(client, base));
      return client.runs.compare({ project, base, head });
    });
    print(options, comparison, report(comparison));
    if (isWorse(comparison)) process.exitCode = EXIT.negative;
  });
}
