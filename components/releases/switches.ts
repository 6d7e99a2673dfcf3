import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Release } from "@/lib/contracts/release";

type Policy = Pick<Release, "endpoint" | "policy">;

/** Whether two releases serve the same policy, as far as both say what it was. */
export function samePolicy(a: Policy, b: Policy): boolean {
  if (a.endpoint !== b.endpoint) return false;
  if (a.policy === null || b.policy === null) return true;
  return (
    a.policy.model === b.policy.model && a.policy.checkpoint === b.policy.checkpoint && a.policy.baseUrl === b.policy.baseUrl
  );
}

/** Whether a release is this version with this endpoint as it is today: its model or checkpoint may have changed since. */
export function isAlready(
  release: Pick<Release, "version" | "endpoint" | "policy">,
  version: string,
  endpoint: Pick<Endpoint, "id" | "model" | "checkpoint" | "baseUrl">,
): boolean {
  if (release.version !== version || release.endpoint !== endpoint.id) return false;
  const { policy } = release;
  if (policy === null) return true;
  return policy.model === endpoint.model && policy.checkpoint === endpoint.checkpoint && policy.baseUrl === endpoint.baseUrl;
}

/** Whether two releases serve the same harness with the same policy. */
export const servesSame = (a: Release, b: Release): boolean => a.version === b.version && samePolicy(a, b);

const changes = (releases: readonly Release[], same: (a: Release, b: Release) => boolean): Release[] =>
  releases.filter((release, index) => {
    const before = releases[index + 1];
    return before === undefined || !same(release, before);
  });

/** The releases of a channel, newest first, at which each of its two switches moved. */
export const switchHistory = (releases: readonly Release[]): { harness: Release[]; policy: Release[] } => ({
  harness: changes(releases, (a, b) => a.version === b.version),
  policy: changes(releases, samePolicy),
});

/** What can go back from what serves now to an earlier release: each switch that differs, and both where both do. */
export function canGoBack(current: Release | null, target: Release): Release["switched"][] {
  if (current === null) return ["both"];
  const harness = current.version !== target.version;
  const policy = !samePolicy(current, target);
  if (harness && policy) return ["both", "harness", "policy"];
  return harness ? ["harness"] : policy ? ["policy"] : [];
}

/** A policy in a few words: its model and checkpoint as the manifest has them, else its endpoint. */
export function policyText({ endpoint, policy }: Policy, endpointName?: string): string {
  if (endpoint === null) return "no policy";
  const name = endpointName ?? endpoint;
  const weights = policy ? [policy.model, policy.checkpoint].filter((part) => part !== "").join(", ") : "";
  return weights === "" || weights === name ? name : `${name} · ${weights}`;
}

export const switchedWords: Record<Release["switched"], string> = {
  harness: "harness",
  policy: "policy",
  both: "harness and policy",
};
