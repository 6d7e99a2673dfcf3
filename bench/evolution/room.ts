import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Bundle, type Harness } from "@/lib/contracts/harness";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { parseCaseFile } from "@/lib/datasets/parse-cases";
import { evaluateCase } from "@/lib/evaluation/evaluate-case";
import type { EvaluatedCase } from "@/lib/evolution/evaluated-case";
import { hashManifest, manifestOf } from "@/lib/harness/hash";
import { parseHarness } from "@/lib/harness/parse";
import type { HookSandbox } from "@/lib/kernel/ports";
import { caseResultOf } from "@/lib/server/runs/case-result";
import { createEmbeddedModel } from "@/lib/testing/embedded-model";

const AT_ONCE = 8;

export interface RanCase extends EvaluatedCase {
  trajectory: Trajectory;
}

export const avgOf = ({ result }: EvaluatedCase) => ((result.accuracy ?? 0) + (result.effectiveness ?? 0)) / 2;

/** A data set of the demo room on the embedded policy. Results of one bundle are kept: the policy answers alike again. */
export interface Room {
  ids: readonly string[];
  /** Runs the named cases, in their order. */
  run(bundle: Bundle, ids: readonly string[]): Promise<RanCase[]>;
  /** Forgets the results of every bundle but one. */
  forget(kept: Bundle): void;
}

const root = () => process.env.STUDIO_ROOT ?? process.cwd();

/** The sound harness: what the loop of `studio demo --stages 6` came to. */
export const evolvedRoom = (): Bundle =>
  Bundle.parse(JSON.parse(readFileSync(join(root(), "bench", "evolution", "evolved-room.json"), "utf8")));

/** A Hook that is late on a busy machine would count as a failure of the harness, and no two runs would be alike. */
const PATIENCE_MS = 20_000;

const patient = (sandbox: HookSandbox): HookSandbox => ({
  ...sandbox,
  run: (request) => sandbox.run({ ...request, timeoutMs: PATIENCE_MS }),
});

export function openRoom(set: "dev" | "held-out", hurried: HookSandbox, seed = 1): Room {
  const sandbox = patient(hurried);
  const { cases, shared } = parseCaseFile(readFileSync(join(root(), "examples", "live-room", "cases", `${set}.jsonl`), "utf8"));
  const byId = new Map(cases.map((item) => [item.id, item]));
  const model = createEmbeddedModel();
  const known = new Map<string, Map<string, RanCase>>();

  async function runOne(id: string, hash: string, harness: Harness): Promise<RanCase> {
    const item = byId.get(id);
    if (item === undefined) throw new Error(`there is no case ${id}`);
    const evaluation = await evaluateCase({ item, shared, harness, hash, model, sandbox, clock: performance, seed });
    const result = caseResultOf({ run: hash, item, repeat: 0, seed, attempts: 1 }, evaluation);
    return { item, result, trajectory: evaluation.trajectory };
  }

  return {
    ids: cases.map(({ id }) => id),
    async run(bundle, ids) {
      const hash = hashManifest(manifestOf(bundle));
      const { harness } = parseHarness(bundle);
      if (harness === null) throw new Error("the bundle does not parse");
      const results = known.get(hash) ?? new Map<string, RanCase>();
      known.set(hash, results);
      const waiting = ids.filter((id) => !results.has(id));
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) results.set(id, await runOne(id, hash, harness));
        }),
      );
      return ids.flatMap((id) => results.get(id) ?? []);
    },
    forget(kept) {
      const hash = hashManifest(manifestOf(kept));
      for (const other of known.keys()) if (other !== hash) known.delete(other);
    },
  };
}
