import type { Harness } from "@/lib/contracts/harness";
import type { ReleaseManifest } from "@/lib/contracts/release";
import type { GateReport, PolicyIdentity, ReleaseChannel } from "@/lib/contracts/release-gate";
import { canonicalJson } from "@/lib/datasets/canonical-json";
import { hashText } from "@/lib/harness/hash";
import { toolSchemaHash } from "@/lib/harness/tool-schema-hash";

/** A run that a release rests on, as far as the manifest names it. */
export interface ManifestRun {
  id: string;
  dataset: string;
  datasetVersion: string;
  checkVersion: string;
  judge: { id: string; version: string } | null;
}

/** All that a manifest is made of. */
export interface ManifestFacts {
  project: string;
  channel: ReleaseChannel;
  release: string;
  sequence: number;
  harness: { hash: string; files: number; parsed: Harness };
  policy: PolicyIdentity | null;
  /** Null where no gate was asked: a rollback. */
  gates: GateReport | null;
  overridden: ReleaseManifest["gates"]["overridden"];
  /** The runs behind the gates, and the one that a person named. */
  runs: readonly ManifestRun[];
  /** The run that a person named, or null. */
  named: string | null;
  checkVersion: string;
  previous: string | null;
  audit: ReleaseManifest["audit"];
  actor: string;
  createdAt: string;
}

/** What a release consists of (TaoLive report, section 6.1). Equal facts give equal manifests. */
export function buildManifest(facts: ManifestFacts): ReleaseManifest {
  const { harness, gates, runs } = facts;
  const { config } = harness.parsed;
  return {
    schemaVersion: 1,
    project: facts.project,
    channel: facts.channel,
    release: facts.release,
    sequence: facts.sequence,
    harness: { hash: harness.hash, name: config.name, files: harness.files },
    policy: facts.policy,
    tools: toolsOf(harness.parsed),
    fallback: { limits: config.limits, fallback: config.fallback, recovery: config.recovery },
    evaluation: {
      sets: setsOf(gates, runs),
      checkVersion: runs[0]?.checkVersion ?? facts.checkVersion,
      judge: judgeOf(gates, runs),
    },
    gates: {
      gateVersion: gates?.gateVersion ?? "",
      settingsVersion: gates?.settingsVersion ?? 0,
      results: (gates?.gates ?? []).map(({ name, required, state }) => ({ name, required, state })),
      overridden: [...facts.overridden],
    },
    runs: [...new Set([...(facts.named === null ? [] : [facts.named]), ...runs.map(({ id }) => id)])],
    previous: facts.previous,
    audit: facts.audit,
    actor: facts.actor,
    createdAt: facts.createdAt,
  };
}

/** SHA-256 of the canonical JSON of a manifest. Also of one as it was stored, whatever fields a later schema gives it. */
export const manifestHash = (manifest: unknown): string => hashText(canonicalJson(manifest));

/** The tools of a harness by name, each with the hash of what a policy can see of it. */
export const toolsOf = ({ tools }: Pick<Harness, "tools">): ReleaseManifest["tools"] =>
  tools.map(({ name, description, inputSchema, annotations }) => ({
    name,
    schemaHash: toolSchemaHash({ name, description, inputSchema, ...(annotations && { annotations }) }),
  }));

function setsOf(gates: GateReport | null, runs: readonly ManifestRun[]): ReleaseManifest["evaluation"]["sets"] {
  const sets = new Map<string, ReleaseManifest["evaluation"]["sets"][number]>();
  for (const gate of gates?.gates ?? []) {
    for (const id of gate.runs) {
      const run = runs.find((one) => one.id === id);
      if (!run) continue;
      const set = { dataset: run.dataset, version: run.datasetVersion, gate: gate.name };
      sets.set(`${gate.name} ${run.dataset} ${run.datasetVersion}`, set);
    }
  }
  return [...sets.values()];
}

/** The judge of the regression gate's runs, or of any other that has one. */
function judgeOf(gates: GateReport | null, runs: readonly ManifestRun[]): ManifestRun["judge"] {
  const behind = gates?.gates.find(({ name }) => name === "regression")?.runs ?? [];
  const first = runs.find(({ id, judge }) => judge !== null && behind.includes(id));
  return (first ?? runs.find(({ judge }) => judge !== null))?.judge ?? null;
}
