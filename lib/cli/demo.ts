import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { DemoRule } from "./demo-stage";
import { CommandError } from "./exit";
import { note, print } from "./output";
import { DEMO_RULES, type DemoOutcome, type DemoRow, playDemo } from "./play-demo";
import { formatTable, percent } from "./table";

interface DemoOptions {
  stages: number;
  rule: DemoRule;
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

const OUTCOMES: Record<DemoRow["outcome"], string> = {
  start: "",
  kept: "kept",
  "rolled-back": "rolled back",
  "rolled-back-early": "rolled back early",
  "nothing-accepted": "nothing accepted",
};

function scoreTable(stages: readonly DemoRow[]): string {
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
    [OUTCOMES[row.outcome], row.selected ? "selected" : ""].filter((word) => word !== "").join(", "),
  ]);
  const heads = ["stage", "version", "Accuracy", "Effectiveness", "AVG", "fixed", "broken", "P0", "entries", "held-out AVG", ""];
  return formatTable(heads, rows);
}

function foresightTable(stages: readonly DemoRow[]): string {
  const rows = stages
    .filter(({ outcome }) => outcome !== "start")
    .map((row) => [
      row.name,
      percent(row.fixPrecision),
      percent(row.fixRecall),
      percent(row.touchSetRecall),
      percent(row.touchSetShare),
      row.calls ?? "–",
      percent(row.callShare),
      row.trialCalls,
      percent(row.spentShare),
    ]);
  const heads = [
    "stage",
    "fix precision",
    "fix recall",
    "touch-set recall",
    "touch-set",
    "calls",
    "of a whole run",
    "trials",
    "all of a whole run",
  ];
  return formatTable(heads, rows);
}

function stopText({ advice, stop }: DemoOutcome): string {
  const clauses = advice.clauses.map(
    (one) => `  ${one.clause}: ${one.holds === null ? "unknown" : one.holds ? "holds" : "does not hold"}. ${one.explanation}`,
  );
  const replay =
    stop === null
      ? []
      : [
          `Replayed: ${stop.explanation}`,
          `  choice: ${stop.choice ?? "none"}; best held-out stage: ${stop.bestHeldOut ?? "unknown"}; behind it: ${percent(stop.behind)} points.`,
        ];
  return [advice.explanation, ...clauses, ...replay].join("\n");
}

/** The outcome as a person reads it. */
export function demoReport(outcome: DemoOutcome, seconds: number): string {
  const { stages, rule } = outcome;
  const entries = stages.flatMap((row) => [
    ...row.entries.map((title) => `  ${row.name}: ${title}`),
    ...row.refused.map(({ title, reason }) => `  ${row.name}, turned down: ${title}. ${reason}`),
  ]);
  return [
    scoreTable(stages),
    foresightTable(stages),
    `Touch-set recall over all stages: ${percent(outcome.touchSetRecall)}. Shares in percent; fixed and broken are against the stage a stage began from, of the cases that were run.`,
    ["Entries:", ...entries].join("\n"),
    stopText(outcome),
    `${DEMO_RULES[rule]} P0: cases marked P0 that broke against the stage before.`,
    `Policy: embedded, a stand-in for a model; its scores say nothing about one. Analyst: heuristic, a program. Cases: synthetic. ${seconds.toFixed(1)} s.`,
  ].join("\n\n");
}

const KEYS = `
The keys of a stage with --json (scores and shares 0 to 1, null where there is nothing to measure):
  accuracy, effectiveness, avg, heldOutAvg   scores on the dev set; AVG on the held-out set
  fixed, broken, brokenP0                    cases whose AVG rose or fell against the stage it began from
  entries, refused                           titles of the applied entries; of those turned down, with the reason
  fixPrecision, fixRecall                    of the predicted fixes those that came; of the fixes those that were predicted
  touchSetRecall, touchSetShare              of the broken cases those in the touch-set; its share of the passing cases
  calls, callShare                           model calls of the evaluation; as a share of a whole one, as measured
  trialCalls, spentShare                     model calls of the trials; trials and evaluation as a share of a whole evaluation
  outcome, reason                            start, kept, rolled-back, rolled-back-early or nothing-accepted, and why
Beside the stages: touchSetRecall over all of them; stop: the stop rule's choice against the best held-out stage (behind: by
how much AVG); advice: the rule's clauses; rule, ruleText: how the loop was played.`;

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
      return await playDemo(
        createCaller(studio, "demo"),
        DEMO.project,
        options.stages,
        (text) => note(options, text),
        options.rule,
      );
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
    .addOption(
      new Option("--rule <name>", "how entries and stages are decided without a person")
        .choices(["careful", "naive"])
        .default("careful"),
    )
    .option("--keep", "keep the data folder, and say where it is")
    .option("--json", "print JSON and nothing else")
    .addHelpText("after", KEYS)
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
        ruleText: DEMO_RULES[options.rule],
      };
      print(options, value, demoReport(outcome, seconds));
    });
}
