import "server-only";
import type { Database } from "@/db/client";
import { listDatasets, readSharedTables } from "@/db/dataset-repository";
import { currentFaq, readFaq } from "@/db/faq-repository";
import { currentRelease } from "@/db/release-repository";
import { findRun } from "@/db/run-repository";
import type { FixtureTables } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Harness } from "@/lib/contracts/harness";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import type { FaqEntry } from "@/lib/contracts/serving";
import { conflict, notFound } from "../app-error";
import { BoundedMap } from "../bounded-map";
import { requireProject } from "../lookups";
import { endpointOf, pinnedPolicy } from "../release/pinned-policy";
import { releasedHarness } from "../release/released-harness";
import type { Studio } from "../studio";
import { requireVerified } from "./verified-releases";

/** All that a request of one release is served with. A request under way keeps it, whatever is promoted meanwhile. */
export interface ActiveRelease {
  id: string;
  version: string;
  harness: Harness;
  endpoint: Endpoint;
  faq: readonly FaqEntry[];
  /** Recorded tool returns for fixture tools: of the release's run, or else of the newest dev set that has any. Empty outside demos. */
  recorded: FixtureTables;
}

const faqs = new BoundedMap<string, readonly FaqEntry[]>(5);
/** By data set and version: what is stored under them never changes. Ids of data sets are a database's own. */
const tables = new WeakMap<Database, BoundedMap<string, FixtureTables>>();

/**
 * What a channel serves at this moment. Read anew for each request, so that a move takes effect with the next one. The policy is
 * the one that the manifest binds; only its key and prices are the endpoint's as they are now.
 * @throws AppError where the channel is empty, where it cannot be served, and where it is not what its manifest says.
 */
export function activeRelease(
  studio: Pick<Studio, "database" | "report">,
  project: string,
  channel: ReleaseChannel = "production",
): ActiveRelease {
  const { database } = studio;
  requireProject(database, project);
  const release = currentRelease(database, project, channel);
  if (!release) throw notFound(`release in ${channel} of the project`, project);
  requireVerified(studio, release);
  const policy = pinnedPolicy(database, release);
  if (!policy) {
    throw conflict("The release names no endpoint that is there. Promote it again with a run or an endpoint.", {
      current: release.id,
    });
  }
  const harness = releasedHarness(database, release.version)?.parsed;
  if (!harness) throw conflict("The released harness cannot be read.", { current: release.id });
  const fixtures = harness.tools.some(({ binding }) => binding.kind === "fixture");
  return {
    id: release.id,
    version: release.version,
    harness,
    endpoint: endpointOf(database, policy),
    faq: faqOf(database, project),
    recorded: fixtures ? recordedReturns(database, project, release.run) : {},
  };
}

function faqOf(database: Database, project: string): readonly FaqEntry[] {
  const hash = currentFaq(database, project);
  if (hash === null) return [];
  const known = faqs.get(hash) ?? readFaq(database, hash);
  faqs.set(hash, known);
  return known;
}

function recordedReturns(database: Database, project: string, run: string | null): FixtureTables {
  const behind = run === null ? undefined : findRun(database, run);
  if (behind) return sharedTables(database, behind.dataset, behind.datasetVersion);
  const sets = listDatasets(database, project).filter(({ role }) => role === "dev");
  // A set of a few own cases brings no returns; it must not hide those of the set before it.
  const found = sets.reverse().map(({ id, version }) => sharedTables(database, id, version));
  return found.find((shared) => Object.keys(shared).length > 0) ?? {};
}

function sharedTables(database: Database, dataset: string, version: string): FixtureTables {
  const cache = tables.get(database) ?? new BoundedMap<string, FixtureTables>(10);
  tables.set(database, cache);
  const key = `${dataset} ${version}`;
  const known = cache.get(key) ?? readSharedTables(database, dataset, version);
  cache.set(key, known);
  return known;
}
