import "server-only";
import { readBundle } from "@/db/bundle-repository";
import type { Store } from "@/db/client";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { JudgeVersion } from "@/lib/contracts/judge";
import type { JudgePanel } from "@/lib/evaluation/evaluate-case";
import { parseHarness } from "@/lib/harness/parse";
import type { ChatModel } from "@/lib/kernel/ports";

/**
 * The panel of a judge version, ready to vote.
 * @throws whatever `modelOf` throws where a voter cannot be called at all, for example for want of its key: a run then fails
 * before its first case instead of abstaining through all of them.
 */
export function panelOf(store: Store, judge: JudgeVersion, modelOf: (endpoint: Endpoint) => ChatModel): JudgePanel {
  const bundle = readBundle(store, judge.bundle);
  const harness = bundle && parseHarness(bundle).harness;
  if (!harness) throw new Error(`the bundle ${judge.bundle} of the judge ${judge.id} cannot be read`);
  return { harness, hash: judge.bundle, voters: judge.voters.map((endpoint) => ({ endpoint, model: modelOf(endpoint) })) };
}
