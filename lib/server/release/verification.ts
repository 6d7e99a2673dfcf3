import "server-only";
import { auditEventsAfter, isMirrored } from "@/db/audit-repository";
import { readBundle } from "@/db/bundle-repository";
import type { Store } from "@/db/client";
import { listGateSettings } from "@/db/gate-settings-repository";
import { findRelease, releaseRecord, storedManifest } from "@/db/release-repository";
import type { Bundle } from "@/lib/contracts/harness";
import type { Release, ReleaseDetail, ReleaseManifest } from "@/lib/contracts/release";
import { manifestProblems } from "@/lib/release/manifest/verify-manifest";
import { samePublicKey, signatureHolds } from "./signing";

type Verification = ReleaseDetail["verification"];

/**
 * Whether what would be served is what the manifest says: its hash, its signature where it has one, the files, the tools, the
 * thresholds and the policy. Releases made before manifests have nothing to verify.
 */
export const verifyRelease = (store: Store, release: Release): Verification => verified(problemsOf(store, release));

/** The same, and whether the release follows from what was before it: in its channel and in the audit log. */
export function verifyFully(store: Store, release: Release): Verification {
  const problems = problemsOf(store, release);
  return verified(problems && [...problems, ...historyProblems(store, release)]);
}

const verified = (problems: string[] | null): Verification => ({
  state: problems === null ? "none" : problems.length === 0 ? "verified" : "broken",
  problems: problems ?? [],
});

/** Null where there is no manifest. */
function problemsOf(store: Store, release: Release): string[] | null {
  const record = releaseRecord(store, release.project, release.id);
  if (release.manifestHash === null && !record?.manifest) return null;
  if (!record?.manifest || release.manifestHash === null) return ["The manifest of the release, or its hash, is gone."];
  const problems = manifestProblems(record.manifest, {
    release,
    files: filesOf(store, release.version),
    stored: storedManifest(store, release.project, release.id),
  });
  return [...problems, ...signatureProblems(store, release, record)];
}

function filesOf(store: Store, version: string): Bundle | null {
  try {
    return readBundle(store, version);
  } catch {
    // A file that is missing is a problem of the release, which is said.
    return null;
  }
}

function signatureProblems(
  store: Store,
  release: Release,
  { signature, publicKey }: { signature: string | null; publicKey: string | null },
): string[] {
  if (signature === null) return [];
  if (publicKey === null || !signatureHolds(release.manifestHash ?? "", { signature, publicKey }))
    return ["The signature is not that of the manifest."];
  // A mirror has no settings of the project, and so no key of its own to hold it against.
  const keys = listGateSettings(store, release.project).flatMap(({ settings }) => settings.signing?.publicKey ?? []);
  return keys.length === 0 || keys.some((key) => samePublicKey(key, publicKey))
    ? []
    : ["The manifest is signed with a key that never was the project's."];
}

function historyProblems(store: Store, release: Release): string[] {
  const manifest = releaseRecord(store, release.project, release.id)?.manifest;
  if (!manifest || isMirrored(store, release.project, release.id)) return [];
  const place =
    manifest.sequence === release.sequence ? [] : [`The manifest is that of place ${manifest.sequence} in the channel.`];
  return [...place, ...chainProblems(store, release, manifest), ...auditProblems(store, manifest)];
}

function chainProblems(store: Store, { project, previous }: Release, manifest: ReleaseManifest): string[] {
  const before = previous === null ? undefined : findRelease(store, project, previous);
  return (before?.manifestHash ?? null) === manifest.previous
    ? []
    : ["The release before it is not the one that the manifest follows."];
}

function auditProblems(store: Store, { audit }: ReleaseManifest): string[] {
  if (!audit) return [];
  const [event] = auditEventsAfter(store, audit.id - 1, 1);
  return event?.id === audit.id && event.hash === audit.hash
    ? []
    : [`The audit event ${audit.id} is not the one that the manifest follows.`];
}
