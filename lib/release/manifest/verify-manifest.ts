import type { Bundle } from "@/lib/contracts/harness";
import type { ReleaseManifest } from "@/lib/contracts/release";
import type { PolicyIdentity } from "@/lib/contracts/release-gate";
import { canonicalJson } from "@/lib/datasets/canonical-json";
import { hashBundle } from "@/lib/harness/hash";
import { parseHarness } from "@/lib/harness/parse";
import { manifestHash, toolsOf } from "./build-manifest";

/** What is there: a release, and the files that would be served. */
interface VerifiedThing {
  release: {
    id: string;
    project: string;
    channel: string;
    version: string;
    endpoint: string | null;
    manifestHash: string | null;
  };
  /** Null where the files cannot be read. */
  files: Bundle | null;
  /** The manifest as it is stored, before a schema was put to it. */
  stored: unknown;
}

/**
 * Whether what is there is what the manifest says; each difference in one sentence, none where all is well. The bundle is hashed
 * anew from its files, and tools, thresholds and decoding are read anew from them.
 */
export function manifestProblems(manifest: ReleaseManifest, { release, files, stored }: VerifiedThing): string[] {
  const problems: string[] = [];
  if (manifestHash(stored) !== release.manifestHash) problems.push("The manifest is not the one whose hash was recorded.");
  if (manifest.release !== release.id) problems.push(`The manifest is that of the release ${manifest.release}.`);
  if (manifest.project !== release.project || manifest.channel !== release.channel)
    problems.push(`The manifest is that of ${manifest.channel} of the project ${manifest.project}.`);
  if (manifest.harness.hash !== release.version)
    problems.push(`The release names the version ${short(release.version)}, the manifest ${short(manifest.harness.hash)}.`);
  if ((manifest.policy?.endpoint ?? null) !== release.endpoint)
    problems.push(
      `The release names ${endpoint(release.endpoint)}, the manifest ${endpoint(manifest.policy?.endpoint ?? null)}.`,
    );
  problems.push(...bundleProblems(manifest, files));
  return problems;
}

function bundleProblems(manifest: ReleaseManifest, files: Bundle | null): string[] {
  if (!files) return ["The files of the harness cannot be read."];
  const found = hashBundle(files);
  if (found !== manifest.harness.hash)
    return [`The files of the harness have the hash ${short(found)}, the manifest says ${short(manifest.harness.hash)}.`];
  const { harness } = parseHarness(files);
  if (!harness) return ["The harness cannot be read."];
  const problems: string[] = [];
  const { config } = harness;
  if (Object.keys(files).length !== manifest.harness.files) problems.push("The harness has another number of files.");
  const tools = new Map(toolsOf(harness).map(({ name, schemaHash }) => [name, schemaHash]));
  for (const { name, schemaHash } of manifest.tools) {
    if (tools.get(name) !== schemaHash) problems.push(`The tool ${name} is not the one of the manifest.`);
    tools.delete(name);
  }
  for (const name of tools.keys()) problems.push(`The tool ${name} is not in the manifest.`);
  for (const part of ["limits", "fallback", "recovery"] as const) {
    if (!same(config[part], manifest.fallback[part])) problems.push(`In harness.yaml, ${part} is not what the manifest says.`);
  }
  if (manifest.policy && !same(config.decoding, manifest.policy.decoding))
    problems.push("In harness.yaml, decoding is not what the manifest says.");
  return problems;
}

/** A policy without its decoding, which is the harness's. */
export type BarePolicy = Omit<PolicyIdentity, "decoding">;

/** Whether two policies say the same under one harness. */
export const samePolicy = (one: BarePolicy | null, other: BarePolicy | null): boolean =>
  one === null || other === null
    ? one === other
    : (["endpoint", "kind", "baseUrl", "model", "checkpoint"] as const).every((field) => one[field] === other[field]);

const same = (one: object, other: object): boolean => canonicalJson(one) === canonicalJson(other);
const short = (hash: string) => hash.slice(0, 12);
const endpoint = (id: string | null) => (id === null ? "no endpoint" : `the endpoint ${id}`);
