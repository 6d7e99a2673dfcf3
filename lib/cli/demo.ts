import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { CommandError } from "./exit";
import { note, print } from "./output";
import { DEMO_RULE, type DemoOutcome, playDemo } from "./play-demo";
import { formatTable, percent } from "./table";

interface DemoOptions {
  stages: number;
  json?: boolean;
  keep?: boolean;
}

const MOST_STAGES = 20;

function stageCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count > MOST_STAGES)
    throw new InvalidArgumentError(`it is a whole number from 0 to ${MOST_STAGES}.`);
  return count;
}

/** The outcome as a person reads it. */
export function demoReport({ stages, advice }: DemoOutcome, seconds: number): string {
  const rows = stages.map((row) => [
    row.name,
    row.version.slice(0, 8),
    percent(row.accuracy),
    percent(row.effectiveness),
    percent(row.avg),
    row.fixed ?? "–",
    row.broken ?? "–",
    row.brokenP0,
    row.entries.length,
    percent(row.heldOutAvg),
    row.selected ? "selected" : "",
  ]);
  const heads = ["stage", "version", "Accuracy", "Effectiveness", "AVG", "fixed", "broken", "P0", "entries", "held-out AVG", ""];
  const entries = stages.flatMap((row) => row.entries.map((title) => `  ${row.name}: ${title}`));
  return [
    formatTable(heads, rows),
    ["Entries applied:", ...entries].join("\n"),
    [
      advice.explanation,
      ...advice.clauses.map(
        (one) => `  ${one.clause}: ${one.holds === null ? "unknown" : one.holds ? "holds" : "does not hold"}. ${one.explanation}`,
      ),
    ].join("\n"),
    `${DEMO_RULE} P0: cases marked P0 that broke against the stage before.`,
    `Policy: embedded, a stand-in for a model; its scores say nothing about one. Analyst: heuristic, a program. Cases: synthetic. ${seconds.toFixed(1)} s.`,
  ].join("\n\n");
}

async function inTemporaryStudio(options: DemoOptions): Promise<DemoOutcome> {
  const folder = await mkdtemp(join(tmpdir(), "studio-demo-"));
  process.env.STUDIO_DEMO = "1";
  const { openStudio } = await import("@/lib/server/studio");
  const { createCaller } = await import("@/lib/server/caller");
  const { DEMO, seedDemo } = await import("@/lib/server/seed-demo");
  try {
    const studio = openStudio({ dataFolder: folder });
    try {
      await seedDemo(studio);
      return await playDemo(createCaller(studio, "demo"), DEMO.project, options.stages, (text) => note(options, text));
    } finally {
      await studio.close();
    }
  } finally {
    if (options.keep) note(options, `Data kept in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

export function registerDemo(program: Command): void {
  program
    .command("demo")
    .description("play the evolution loop on the demo room in a temporary data folder")
    .option("--stages <number>", "evolutions after ReAct and modular", stageCount, 4)
    .option("--keep", "keep the data folder, and say where it is")
    .option("--json", "print JSON and nothing else")
    .action(async (options: DemoOptions) => {
      const started = performance.now();
      const outcome = await inTemporaryStudio(options);
      const seconds = (performance.now() - started) / 1_000;
      if (outcome.stages.length === 0) throw new CommandError("The demo played no stage.");
      const value = {
        ...outcome,
        seconds: Number(seconds.toFixed(1)),
        policy: "embedded (stand-in)",
        analyst: "heuristic",
        rule: DEMO_RULE,
      };
      print(options, value, demoReport(outcome, seconds));
    });
}
