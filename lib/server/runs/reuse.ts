import "server-only";
import type { Database, Store } from "@/db/client";
import { findReusable, placeOfReusable } from "@/db/reuse-repository";
import type { StoredRun } from "@/db/run-repository";
import type { Case } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { CaseResult } from "@/lib/contracts/run";
import type { ReuseReport, RunSettings } from "@/lib/contracts/run-settings";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { isSelfContained, type ReuseBasis, reuseKeys, skillBodies } from "@/lib/evaluation/reuse-key";
import { createRandom, randomUnit } from "@/lib/stats/random";
import { timestamp } from "../ids";
import type { RunMaterial } from "./run-material";
import { decodingSeed } from "./seed";

/** Share of the results that could be taken over which are run again all the same, to see whether they still hold. */
const AUDITED = 0.1;

interface Kept {
  result: CaseResult;
  trajectory: Trajectory;
}

/** The content-addressed cache as one run uses it (METHODS.md, section 8): every run fills it, a run that asks for it reads it. */
export class Reuse {
  private readonly bodies: ReadonlyMap<string, string>;
  private readonly keyOf: ReturnType<typeof reuseKeys>;
  private readonly audits = new Map<string, CaseResult>();
  readonly report: ReuseReport;

  constructor(
    private readonly database: Database,
    private readonly run: StoredRun,
    private readonly material: RunMaterial,
    fallback: Endpoint | null,
  ) {
    const { harness, shared } = material;
    this.bodies = skillBodies(harness);
    this.keyOf = reuseKeys({
      harness,
      endpoint: run.endpointAtStart,
      fallback,
      shared,
      faq: run.faq,
      judge: run.judge?.version ?? null,
    });
    this.report = { ...(run.outcome.reuse ?? { hits: 0, audited: 0, scoresDiffered: 0, repliesDiffered: 0 }) };
  }

  /** The result of an earlier run that this case would come to; undefined where there is none, or where it is audited. */
  find(item: Case, repeat: number, seed: number): Kept | undefined {
    if (!this.run.settings.reuse) return undefined;
    const kept = findReusable(this.database, this.keyOf(item, seed, repeat), this.bodies);
    if (!kept) return undefined;
    if (this.isAudited(item.id, repeat)) {
      this.audits.set(`${repeat}:${item.id}`, kept.result);
      return undefined;
    }
    this.report.hits += 1;
    const { result, trajectory } = kept;
    return {
      trajectory,
      result: {
        ...result,
        run: this.run.id,
        repeat,
        seed,
        // Nothing was called and nothing took time: neither may be counted twice.
        calls: 0,
        promptTokens: null,
        completionTokens: null,
        wallMs: 0,
        ttftMs: null,
        attempts: 0,
        reusedFrom: result.reusedFrom ?? result.run,
        finishedAt: timestamp(),
      },
    };
  }

  /** Holds a result that was run again against the kept one. */
  compare(id: string, repeat: number, result: CaseResult): void {
    const kept = this.audits.get(`${repeat}:${id}`);
    if (!kept || result.state === "unscored") return;
    this.audits.delete(`${repeat}:${id}`);
    this.report.audited += 1;
    if (kept.accuracy !== result.accuracy || kept.effectiveness !== result.effectiveness) this.report.scoresDiffered += 1;
    if (kept.reply !== result.reply) this.report.repliesDiffered += 1;
  }

  /** Under what a later run finds the result; null where it must not be taken over. */
  keyFor(item: Case, result: CaseResult, trajectory: Trajectory): { key: string; skills: Record<string, string> } | null {
    if (result.state !== "scored" || result.reusedFrom !== null || this.run.repliesOf !== null) return null;
    // Time ran out, or the service failed: another run may have more luck.
    if (trajectory.stopReason === "recovered" || result.features.incidents.fallbacks > 0) return null;
    if (!isSelfContained(trajectory, this.material.harness)) return null;
    const loaded = result.features.skills.flatMap((name): [string, string][] => {
      const hash = this.bodies.get(name);
      return hash === undefined ? [] : [[name, hash]];
    });
    return { key: this.keyOf(item, result.seed, result.repeat), skills: Object.fromEntries(loaded) };
  }

  private isAudited(id: string, repeat: number): boolean {
    let hash = Math.imul(this.run.settings.seed, 0x9e3779b1) ^ repeat;
    for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    return randomUnit(createRandom(hash)) < AUDITED;
  }
}

/** How many results a run would take over, were none of them audited. */
export function countReusable(
  store: Store,
  basis: ReuseBasis,
  cases: readonly Case[],
  { seed, repeats }: Pick<RunSettings, "seed" | "repeats">,
): number {
  const keyOf = reuseKeys(basis);
  const bodies = skillBodies(basis.harness);
  let kept = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const decoding = decodingSeed(seed, repeat);
    for (const item of cases) if (placeOfReusable(store, keyOf(item, decoding, repeat), bodies)) kept += 1;
  }
  return kept;
}
