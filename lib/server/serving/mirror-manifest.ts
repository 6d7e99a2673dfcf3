import "server-only";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Bundle } from "@/lib/contracts/harness";
import type { Release, ReleaseDetail, SignedManifest } from "@/lib/contracts/release";
import { manifestHash } from "@/lib/release/manifest/build-manifest";
import { manifestProblems, samePolicy } from "@/lib/release/manifest/verify-manifest";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { bareOf } from "../release/pinned-policy";
import { samePublicKey, signatureHolds } from "../release/signing";

/**
 * The manifest of a release of another studio, once it was found to be that of this release and of these files. Null for a
 * release made before manifests. `publicKey`: the key that must have signed it, whatever the other studio says.
 * @throws where it does not verify.
 */
export function verifiedManifest(
  release: Release,
  { manifest: signed }: ReleaseDetail,
  files: Bundle,
  publicKey: string | undefined,
): SignedManifest | null {
  const problem = problemOf(release, signed, files, publicKey);
  if (problem !== null) throw new Error(`The release ${release.id} does not verify and is not taken. ${problem}`);
  return signed;
}

function problemOf(release: Release, signed: SignedManifest | null, files: Bundle, publicKey: string | undefined): string | null {
  if (publicKey !== undefined) {
    if (!signed?.signature || !signed.publicKey) return "It is not signed.";
    if (!samePublicKey(signed.publicKey, publicKey)) return "It is signed with another key than the one that was given.";
  }
  if (!signed) return release.manifestHash === null ? null : "Its manifest did not come with it.";
  const { manifest, hash, signature, publicKey: own } = signed;
  if (manifestHash(manifest) !== hash)
    return "Its manifest has another hash than it says; where the two studios are of different versions, update this one.";
  if (signature !== null && (own === null || !signatureHolds(hash, { signature, publicKey: own })))
    return "The signature is not that of the manifest.";
  const [problem] = manifestProblems(manifest, { release, files, stored: manifest });
  return problem ?? null;
}

/**
 * The endpoints of another studio, with the one that serves the release as its manifest binds it: what would be called is what
 * leave is asked for. The built-in endpoint is bound to nothing else than itself.
 */
export function asBound(endpoints: readonly Endpoint[], signed: SignedManifest | null): Endpoint[] {
  const policy = signed?.manifest.policy ?? null;
  if (!policy) return [...endpoints];
  if (policy.endpoint === EMBEDDED_ENDPOINT.id) {
    if (!samePolicy(policy, bareOf(EMBEDDED_ENDPOINT)))
      throw new Error("The release binds the built-in endpoint to something else than the built-in policy.");
    return [...endpoints];
  }
  const { endpoint: id, kind, baseUrl, model, checkpoint } = policy;
  const now = endpoints.find((one) => one.id === id) ?? { ...EMBEDDED_ENDPOINT, name: id };
  return [...endpoints.filter((one) => one.id !== id), { ...now, ...{ id, kind, baseUrl, model, checkpoint } }];
}
