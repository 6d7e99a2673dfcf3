import "server-only";
import type { Store } from "@/db/client";
import { readDatasetVersion } from "@/db/dataset-repository";
import { findEndpoint } from "@/db/endpoint-repository";
import { currentFaq } from "@/db/faq-repository";
import { usageSamples } from "@/db/preview-repository";
import type { Dataset } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Budget, RunPreview, RunSettings } from "@/lib/contracts/run-settings";
import { parseHarness } from "@/lib/harness/parse";
import { percentile } from "@/lib/stats/percentile";
import type { Context } from "../context";
import { requireBundle, requireDataset, requireEndpoint, requireProject, requireVersion } from "../lookups";
import { countReusable } from "../runs/reuse";
import { requireFit } from "../version-fit";
import { versionKind } from "../version-kind";
import { requireJudge } from "./judges";

type Range = NonNullable<RunPreview["calls"]>;

const SCOPES = [
  { scope: "version", basis: "what this version took on this endpoint before" },
  { scope: "dataset", basis: "what other versions took on this data set and endpoint" },
  { scope: "endpoint", basis: "what other cases took on this endpoint" },
] as const;

/** Cases that are measured at most; the newest count. */
const SAMPLES = 2_000;

/** What a run will take, from what was measured before; figures without a basis are null, not guessed. */
export function previewRun(
  { studio }: Context,
  input: {
    project: string;
    version: string;
    endpoint: string;
    dataset: string;
    settings: RunSettings;
    judge?: string | undefined;
  },
): RunPreview {
  const store = studio.database;
  requireProject(store, input.project);
  const version = requireVersion(store, input.project, input.version);
  const endpoint = requireEndpoint(store, input.endpoint);
  const dataset = requireDataset(store, input.project, input.dataset);
  requireFit(versionKind(store, version.hash), dataset);
  const { settings } = input;
  const cases = dataset.cases * settings.repeats;
  const reusable = settings.reuse ? reusableOf(store, { ...input, version: version.hash }, endpoint, dataset) : 0;
  const place = { project: input.project, version: version.hash, endpoint: endpoint.id, dataset: dataset.id };
  const found = SCOPES.map(({ scope, basis }) => ({ basis, samples: usageSamples(store, place, scope, SAMPLES) })).find(
    ({ samples }) => samples.length > 0,
  );
  const judged = input.judge === undefined ? "" : " The judge's calls come on top.";
  const toRun = cases - reusable;
  if (!found) {
    const basis = `Nothing was measured on ${endpoint.name} yet, so calls, tokens and time are unknown.${judged}`;
    return { cases, reusable, calls: null, tokens: null, cost: null, minutes: null, basis, exceeds: [] };
  }
  const { samples } = found;
  const per = (pick: (sample: (typeof samples)[number]) => number | null, scale = 1): Range | null =>
    rangeOf(
      samples.flatMap((sample) => pick(sample) ?? []),
      toRun,
      scale,
    );
  const tokens = per(({ prompt, completion }) =>
    prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0),
  );
  const cost = hasPrice(endpoint) ? per(({ prompt, completion }) => priceOf(endpoint, prompt, completion)) : null;
  const minutes = per(({ wallMs }) => wallMs, 1 / (60_000 * settings.concurrency));
  const calls = per((sample) => sample.calls);
  const preview = { calls, tokens, cost, minutes };
  return {
    cases,
    reusable,
    ...preview,
    basis: `From ${found.basis} (${samples.length} cases); low and high are the 10th and 90th percentile of a case.${judged}`,
    exceeds: (Object.keys(preview) as (keyof Budget)[]).filter((name) => {
      const most = settings.budget[name];
      return most !== null && (preview[name]?.expected ?? 0) > most;
    }),
  };
}

/** Sets that are larger are counted in part, and the part is scaled up. */
const COUNTED_CASES = 2_000;

function reusableOf(
  store: Store,
  input: { project: string; version: string; settings: RunSettings; judge?: string | undefined },
  endpoint: Endpoint,
  dataset: Dataset,
): number {
  const { harness } = parseHarness(requireBundle(store, input.version));
  const content = readDatasetVersion(store, dataset.id, dataset.version);
  if (!harness || !content) return 0;
  const basis = {
    harness,
    endpoint,
    fallback: findEndpoint(store, harness.config.fallback.endpoint) ?? null,
    shared: content.shared,
    faq: currentFaq(store, input.project),
    judge: input.judge === undefined ? null : requireJudge(store, input.project, input.judge).version,
  };
  const counted = content.cases.slice(0, COUNTED_CASES);
  const kept = countReusable(store, basis, counted, input.settings);
  return Math.round((kept * content.cases.length) / counted.length);
}

const hasPrice = ({ promptPrice, completionPrice }: Endpoint) => promptPrice !== null && completionPrice !== null;

function priceOf(endpoint: Endpoint, prompt: number | null, completion: number | null): number | null {
  if (prompt === null || completion === null) return null;
  return (prompt * (endpoint.promptPrice ?? 0) + completion * (endpoint.completionPrice ?? 0)) / 1_000_000;
}

/** Of a case, times the cases: percentiles 10 and 90 and the mean. */
function rangeOf(values: readonly number[], cases: number, scale: number): Range | null {
  if (values.length === 0) return null;
  const factor = cases * scale;
  return {
    low: (percentile(values, 0.1) ?? 0) * factor,
    expected: (values.reduce((sum, value) => sum + value, 0) / values.length) * factor,
    high: (percentile(values, 0.9) ?? 0) * factor,
  };
}
