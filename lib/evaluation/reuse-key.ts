import type { Case, FixtureTables } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Harness } from "@/lib/contracts/harness";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { canonicalJson } from "@/lib/datasets/canonical-json";
import { hashText } from "@/lib/harness/hash";
import { CHECK_VERSION } from "./checks";

/** What the results of a run depend on, beside the case and its repeat. */
export interface ReuseBasis {
  harness: Harness;
  endpoint: Pick<Endpoint, "kind" | "baseUrl" | "model" | "checkpoint">;
  fallback: Pick<Endpoint, "kind" | "baseUrl" | "model" | "checkpoint"> | null;
  shared: FixtureTables;
  /** Hash of the FAQ; null for none. */
  faq: string | null;
  /** Version of the judge; null for none. */
  judge: string | null;
}

/** Name → content hash of every Skill's body. */
export const skillBodies = (harness: Harness): Map<string, string> =>
  new Map(harness.skills.map((skill) => [skill.name, hashText(skill.body)]));

/**
 * Keys of the content-addressed cache (METHODS.md, section 8). They cover model, decoding, prompt blocks, the Skills' index,
 * tool schemas, Hook and module code, recorded returns, FAQ, check programs, judge, case, seed and repeat. Bodies of Skills
 * are left out: a result that did not load a Skill does not depend on its body, and one that did is compared body by body.
 * Where a module is custom code it may read every Skill, so then all bodies count.
 */
export function reuseKeys(basis: ReuseBasis): (item: Case, seed: number, repeat: number) => string {
  const { harness, endpoint, fallback, shared, faq, judge } = basis;
  const { name: _, description: __, ...config } = harness.config;
  const parts = {
    kind: "reuse-1",
    checks: CHECK_VERSION,
    policy: identityOf(endpoint),
    fallback: fallback && identityOf(fallback),
    config,
    prompt: harness.prompt.map(({ path, order, when, template, compact }) => ({ path, order, when, template, compact })),
    skills: harness.skills.map(({ name, description, kind, allowedTools, body }) => ({
      ...{ name, description, kind, allowedTools },
      ...(harness.modules.length > 0 && { body }),
    })),
    tools: harness.tools,
    hooks: harness.hooks,
    modules: harness.modules,
    shared,
    faq,
    judge,
  };
  const prefix = hashText(canonicalJson(parts));
  // A stored case is always written the same way; its keys need no sorting.
  return (item, seed, repeat) => hashText(`${prefix}\n${JSON.stringify(item)}\n${seed}\n${repeat}`);
}

const identityOf = ({ kind, baseUrl, model, checkpoint }: ReuseBasis["endpoint"]) => ({ kind, baseUrl, model, checkpoint });

/** Whether nothing in a trajectory came from outside of what the key covers: no tool was called over the network. */
export function isSelfContained(trajectory: Trajectory, harness: Pick<Harness, "tools">): boolean {
  const live = new Set(
    harness.tools.flatMap(({ name, binding }) => (binding.kind === "http" || binding.kind === "mcp" ? [name] : [])),
  );
  return !trajectory.steps.some((step) => step.type === "tool-call" && live.has(step.tool));
}
