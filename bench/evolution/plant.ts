import type { Bundle } from "@/lib/contracts/harness";
import { fileChanges } from "@/lib/evolution/changes";
import { partitionCases } from "@/lib/evolution/evaluated-case";
import { touchSet } from "@/lib/evolution/touch-set";
import { parseHarness } from "@/lib/harness/parse";
import { shuffled } from "@/lib/stats/random";
import { createDraws, type Draws } from "./draws";
import { FAULT_KINDS, type Fault, type FaultKind, type Ground, type Planter } from "./fault";
import { avgOf, type RanCase, type Room } from "./room";
import { contradictoryPrompt, harmfulRule, missingRule } from "./rule-faults";
import { blockingHook, overlappingSkill, wrongToolDescription } from "./unit-faults";

const PLANTERS: Record<FaultKind, Planter> = {
  "missing-rule": missingRule,
  "wrong-tool-description": wrongToolDescription,
  "blocking-hook": blockingHook,
  "contradictory-prompt": contradictoryPrompt,
  "overlapping-skill": overlappingSkill,
  "harmful-rule": harmfulRule,
};

/** A fault is drawn again, this often, where a sample of the cases it touches shows no effect. */
const TRIES = 8;
const SAMPLE = 90;
const LEAST_BROKEN = 3;

const parses = (bundle: Bundle) => {
  const { harness, diagnostics } = parseHarness(bundle);
  return harness !== null && !diagnostics.some(({ severity }) => severity === "error");
};

/** Whether a sample of the passing cases that the fault touches breaks on it. */
async function hasEffect(fault: Fault, ground: Ground, room: Room, draws: Draws): Promise<boolean> {
  const bundle = fault.apply(ground.bundle);
  if (!parses(bundle)) return false;
  const { passes } = partitionCases(ground.run);
  const touched = touchSet(fileChanges(ground.bundle, bundle), ground.harness, passes);
  const sample = shuffled(touched, draws.bits).slice(0, SAMPLE);
  const broken = (await room.run(bundle, sample)).filter((one) => avgOf(one) < 1);
  return broken.length >= LEAST_BROKEN;
}

/** The kinds of a seed: one to three different ones, such that all kinds come up alike often over the seeds. */
export function kindsOf(seed: number): FaultKind[] {
  const order = shuffled(FAULT_KINDS, createDraws(9_000 + Math.floor((seed - 1) / 3)).bits);
  const [from, to] = [
    [0, 1],
    [1, 3],
    [3, 6],
  ][(seed - 1) % 3] ?? [0, 1];
  return order.slice(from, to);
}

/** The faults of a seed: their kinds, places and wordings are drawn; one without an effect is drawn again. */
export async function plantFaults(seed: number, kinds: readonly FaultKind[], ground: Ground, room: Room): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const kind of kinds) {
    const draws = createDraws(1_000 * seed + FAULT_KINDS.indexOf(kind));
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const fault = PLANTERS[kind](ground, draws);
      if (fault === null || faults.some(({ path }) => path === fault.path)) continue;
      if (!(await hasEffect(fault, ground, room, draws))) continue;
      faults.push(fault);
      break;
    }
  }
  return faults;
}

/** The cases of a seed: all that pass without faults, and a sample of those that fail, so that these do not drown the faults. */
export function casesOf(seed: number, run: readonly RanCase[], natural: number): string[] {
  const failing = shuffled(
    run.filter((one) => avgOf(one) < 1),
    createDraws(5_000 + seed).bits,
  ).slice(0, natural);
  const kept = new Set([...run.filter((one) => avgOf(one) === 1), ...failing].map(({ item }) => item.id));
  return run.map(({ item }) => item.id).filter((id) => kept.has(id));
}

export const withFaults = (bundle: Bundle, faults: readonly Fault[]): Bundle =>
  faults.reduce((faulty, fault) => fault.apply(faulty), bundle);

/**
 * The cases of each fault, by leaving it out: those that pass without any fault, fail with all, and pass again with this one
 * alone left out. `together`: those that no single fault explains.
 */
export async function faultCases(
  faults: readonly Fault[],
  ground: Ground & { run: readonly RanCase[] },
  faulty: readonly RanCase[],
  room: Room,
): Promise<{ own: string[][]; all: string[]; together: string[] }> {
  const sound = new Map(ground.run.map((one) => [one.item.id, avgOf(one)]));
  const all = faulty.filter((one) => avgOf(one) < 1 && sound.get(one.item.id) === 1).map(({ item }) => item.id);
  const own: string[][] = [];
  for (const fault of faults) {
    const others = withFaults(
      ground.bundle,
      faults.filter((one) => one !== fault),
    );
    const again = await room.run(others, all);
    own.push(again.filter((one) => avgOf(one) === 1).map(({ item }) => item.id));
  }
  const explained = new Set(own.flat());
  return { own, all, together: all.filter((id) => !explained.has(id)) };
}
