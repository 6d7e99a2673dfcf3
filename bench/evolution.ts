/**
 * What the loop makes of faults that were planted in a sound harness of the demo room, on the embedded policy.
 * `npm run bench -- evolution [--json] [--seeds 20] [--stages 2] [--first 1] [--natural 40] [--held-out] [--show]`.
 *
 * Each seed plants one to three faults (a missing rule, a wrong tool description, a Hook that blocks good replies, a
 * contradictory prompt block, an overlapping Skill, an unneeded rule that hurts) at drawn places with drawn wordings. The
 * analyst sees the faulty bundle and its run on the dev set, of which a seed has all cases that pass without faults and a
 * drawn sample of those that fail anyway. A fault's cases pass without faults, fail with all of them and
 * pass again with this one left out. A fault is found where at least half of the cases of one of the five first clusters are
 * the fault's, or one of them holds at least half of the fault's cases; `foundPure` counts the first half of that alone.
 * `fixed`: share of the failures caused by faults that pass in the end. `harmfulAccepted`: share of the accepted entries whose
 * leave-one-out credit is negative. `touchSetRecall`: share of the broken cases that the touch-sets held. `costShare`: calls of
 * trials and curtailed evaluations over those of whole evaluations; `rejectedCostShare`: those of the evaluations of stages
 * that were rolled back.
 *
 * With STUDIO_BENCH_ENDPOINT="<base URL> <model> [<name of the variable that holds the key>]" the analyst over that model is
 * measured as well.
 */
import { loadavg } from "node:os";
import type { AnalystPort } from "@/lib/evolution/analyst";
import { createHeuristicAnalyst } from "@/lib/evolution/heuristic/heuristic-analyst";
import { parseHarness } from "@/lib/harness/parse";
import { createSandbox } from "@/lib/server/sandbox/sandbox";
import { findsFault, type SeedFigures, stageFigures, summarise } from "./evolution/figures";
import { casesOf, faultCases, kindsOf, plantFaults, withFaults } from "./evolution/plant";
import { type PlayedStage, playStage } from "./evolution/play-stage";
import { evolutionFigures, evolutionReport, type Measured } from "./evolution/report";
import { avgOf, evolvedRoom, openRoom, type RanCase } from "./evolution/room";

const numberAfter = (flag: string, otherwise: number) => {
  const at = process.argv.indexOf(flag);
  const value = Number(process.argv[at + 1]);
  return at !== -1 && Number.isInteger(value) && value > 0 ? value : otherwise;
};
const json = process.argv.includes("--json");
const show = process.argv.includes("--show");
const onHeldOut = process.argv.includes("--held-out");
const seeds = numberAfter("--seeds", 20);
const first = numberAfter("--first", 1);
const stages = numberAfter("--stages", 2);
const natural = numberAfter("--natural", 40);
const note = (text: string) => process.stderr.write(`${text}\n`);

const started = performance.now();
const sandbox = createSandbox();
const room = openRoom("dev", sandbox);
const heldOut = onHeldOut ? openRoom("held-out", sandbox) : null;
const bundle = evolvedRoom();
const { harness } = parseHarness(bundle);
if (harness === null) throw new Error("the sound harness does not parse");
const ground = { bundle, harness, run: await room.run(bundle, room.ids) };
const meanOf = (run: readonly RanCase[]) => run.reduce((sum, one) => sum + avgOf(one), 0) / Math.max(1, run.length);
const sound = heldOut ? meanOf(await heldOut.run(bundle, heldOut.ids)) : null;
note(`Sound harness: AVG ${(100 * meanOf(ground.run)).toFixed(1)} over ${ground.run.length} cases.`);

async function playSeed(seed: number, analyst: AnalystPort): Promise<SeedFigures> {
  const kinds = kindsOf(seed);
  const faults = await plantFaults(seed, kinds, ground, room);
  const faulty = withFaults(bundle, faults);
  const run = await room.run(faulty, casesOf(seed, ground.run, natural));
  const caused = await faultCases(faults, ground, run, room);
  const played: PlayedStage[] = [];
  let state = { bundle: faulty, run, rejected: [] as PlayedStage["rejected"] };
  for (let number = 0; number < stages; number += 1) {
    const stage = await playStage({ ...state, room, analyst, sandbox, seed });
    played.push(stage);
    state = stage;
    if (stage.accepted.length + stage.refused.length === 0) break;
  }
  const passing = new Set(state.run.filter((one) => avgOf(one) === 1).map(({ item }) => item.id));
  const clusters = played[0]?.clusters ?? [];
  const figures = faults.map((fault, index) => {
    const own = caused.own[index] ?? [];
    const { found, pure } = findsFault(clusters, own);
    const fixed = own.filter((id) => passing.has(id)).length;
    return { kind: fault.kind, what: `${fault.path}: ${fault.what}`, cases: own.length, foundTop5: found, pure, fixed };
  });
  const mended =
    heldOut && sound !== null
      ? {
          sound,
          faulty: meanOf(await heldOut.run(faulty, heldOut.ids)),
          mended: meanOf(await heldOut.run(state.bundle, heldOut.ids)),
        }
      : null;
  if (show) showSeed(seed, figures, played);
  room.forget(bundle);
  heldOut?.forget(bundle);
  return {
    seed,
    faults: figures.filter((one) => one.cases > 0),
    idle: kinds.length - figures.filter((one) => one.cases > 0).length,
    caused: caused.all.length,
    fixed: caused.all.filter((id) => passing.has(id)).length,
    ...stageFigures(played),
    heldOut: mended,
  };
}

function showSeed(seed: number, faults: SeedFigures["faults"], played: readonly PlayedStage[]): void {
  note(`\nSeed ${seed}`);
  for (const one of faults) {
    note(
      `  ${one.kind} ${one.what}: ${one.cases} cases, ${one.foundTop5 ? "found" : "not found"}${one.pure ? " pure" : ""}, ${one.fixed} fixed`,
    );
  }
  for (const { accepted, refused, outcome, clusters } of played) {
    note(
      `  stage of ${clusters.reduce((sum, one) => sum + one.length, 0)} failures, clusters of ${clusters.slice(0, 5).map((one) => one.length)}`,
    );
    for (const { draft, fixed, broken } of accepted) note(`    + ${draft.title} (+${fixed.length} −${broken.length})`);
    for (const { title, reason } of refused) note(`    − ${title}: ${reason}`);
    if (outcome)
      note(`    ${outcome.kept ? "kept" : "rolled back"}: ${outcome.fixed.length} fixed, ${outcome.broken.length} broken`);
  }
}

async function measure(name: string, analyst: AnalystPort): Promise<Measured> {
  const rows: SeedFigures[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    rows.push(await playSeed(seed, analyst));
    note(`${name}: seed ${seed} of ${first + seeds - 1} after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
  return { name, rows, ...summarise(rows) };
}

const measured = [await measure("heuristic", createHeuristicAnalyst())];
const llm = process.env.STUDIO_BENCH_ENDPOINT
  ? (await import("./evolution/model-analyst")).modelAnalyst(process.env.STUDIO_BENCH_ENDPOINT)
  : null;
if (llm) measured.push(await measure("llm", llm));
await sandbox.close();
const { user, system } = process.cpuUsage();
const seconds = Number(((performance.now() - started) / 1_000).toFixed(1));

const setting = { seeds, stages, seconds, cpuSeconds: Number(((user + system) / 1e6).toFixed(1)), load: loadavg()[0] ?? 0 };
(json ? note : console.log)(evolutionReport(measured, setting));
if (json) console.log(JSON.stringify(evolutionFigures(measured, setting)));
