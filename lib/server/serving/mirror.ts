import "server-only";
import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { MIRRORED } from "@/db/audit-repository";
import { readBundle } from "@/db/bundle-repository";
import { putEndpoint } from "@/db/endpoint-repository";
import { findProject } from "@/db/project-repository";
import { currentRelease, insertRelease } from "@/db/release-repository";
import { putToolService } from "@/db/tool-service-repository";
import { versionsByPrefix } from "@/db/version-repository";
import type { Contract } from "@/lib/contracts/api";
import { Endpoint } from "@/lib/contracts/endpoint";
import { Bundle, type Harness } from "@/lib/contracts/harness";
import { Release, ReleaseDetail } from "@/lib/contracts/release";
import { FaqEntry } from "@/lib/contracts/serving";
import { ToolService } from "@/lib/contracts/tool-service";
import { hashManifest, manifestOf } from "@/lib/harness/hash";
import { parseHarness } from "@/lib/harness/parse";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { conflict, notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import type { Studio } from "../studio";
import { saveFaq } from "../use-cases/faq";
import { createProject } from "../use-cases/projects";
import { importVersion } from "../use-cases/versions";
import { endpointRefusal, type MirrorLeave, serviceRefusal } from "./mirror-leave";
import { asBound, verifiedManifest } from "./mirror-manifest";
import { usesService } from "./mirror-needs";

type Remote = ContractRouterClient<Contract>;

const Faq = z.object({ entries: z.array(FaqEntry).max(5_000), hash: z.string().nullable() });

/** What came of a look at another studio. `refused` says, one sentence each, what was not taken and why. */
export interface Mirrored {
  release: Release;
  /** Whether it is another release than the one that was served before. */
  changed: boolean;
  refused: string[];
}

/**
 * Brings what another studio has in production to this one: the bundle, the release under its own id, the FAQ, the endpoints
 * that the release and its fallback name, and the tool services that its tools use (without keys, which are read from this
 * machine's environment). The other studio is not trusted: its answers are parsed, the built-in endpoint is never touched, and
 * what needs a leave that was not given is left out. All is fetched first and then written at once; nothing is removed.
 * @throws where the other studio cannot be reached, answers something else than the contract says, has nothing in production,
 * or where the release's own endpoint is refused; then nothing has changed.
 */
export async function mirrorProduction(
  studio: Studio,
  remote: Remote,
  project: string,
  options: MirrorLeave & { signal?: AbortSignal; publicKey?: string } = {},
): Promise<Mirrored> {
  const { database } = studio;
  const call = { ...(options.signal && { signal: options.signal }) };
  const [release] = parsed("releases", z.array(Release), await remote.releases.list({ project }, call));
  if (!release) throw notFound("release in production of the project", project);
  if (release.project !== project || release.channel !== "production")
    throw new Error(`The studio answered with a release of another project than ${project}.`);
  const detail = parsed("release", ReleaseDetail, await remote.releases.get({ project, release: release.id }, call));
  const answers = await Promise.all([
    remote.endpoints.list(undefined, call),
    remote.toolServices.list(undefined, call),
    remote.projects.faq({ project }, call),
  ]);
  const endpoints = parsed("endpoints", z.array(Endpoint), answers[0]);
  const services = parsed("tool services", z.array(ToolService), answers[1]);
  const faq = parsed("FAQ", Faq, answers[2]);
  const known = versionsByPrefix(database, project, release.version).some(({ hash }) => hash === release.version);
  const files =
    (known && readBundle(database, release.version)) ||
    parsed("bundle", Bundle, (await remote.versions.bundle({ project, version: release.version }, call)).files);
  if (hashManifest(manifestOf(files)) !== release.version)
    throw new Error("The bundle that came is not the one that was released.");
  const manifest = verifiedManifest(release, detail, files, options.publicKey);
  const { harness } = parseHarness(files);
  if (!harness) throw new Error("The released harness cannot be read.");
  const refused: string[] = [];
  const taken = {
    endpoints: await takenEndpoints({ release, harness, endpoints: asBound(endpoints, manifest), options, refused }),
    services: await takenServices({ harness, services, options, refused }),
  };
  const changed = database.transaction(
    (tx) => {
      const context: Context = { studio, actor: "agent" };
      if (!findProject(tx, project)) createProject(context, { id: project, name: project, description: "" });
      for (const endpoint of taken.endpoints) putEndpoint(tx, endpoint);
      for (const service of taken.services) putToolService(tx, service);
      if (faq.hash !== null) saveFaq(context, { project, entries: faq.entries });
      const now = currentRelease(tx, project);
      if (now?.id === release.id) return false;
      importVersion(context, { project, files, name: release.versionName, message: "" });
      const { versionName: _, signed: __, policy: ___, gateResults: ____, ...rest } = release;
      const record = {
        gates: detail.gates,
        manifest: manifest?.manifest ?? null,
        signature: manifest?.signature ?? null,
        publicKey: manifest?.publicKey ?? null,
      };
      const place = { run: null, previous: now?.id ?? null, sequence: (now?.sequence ?? 0) + 1 };
      if (!insertRelease(tx, { ...rest, ...record, ...place })) throw new Error("Another release was taken meanwhile.");
      recordAudit(tx, context, {
        action: MIRRORED,
        project,
        subject: `release:${release.id}`,
        detail: { version: release.version, endpoint: release.endpoint, manifest: release.manifestHash },
      });
      return true;
    },
    { behavior: "immediate" },
  );
  return { release, changed, refused };
}

function parsed<Schema extends z.ZodType>(what: string, schema: Schema, answer: unknown): z.infer<Schema> {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`The studio's answer cannot be read: ${what}, at “${issue?.path.join(".")}”: ${issue?.message}.`);
}

/** The endpoint that serves the release and the one its fallback names; not the built-in one, which is here already. */
async function takenEndpoints(found: {
  release: Release;
  harness: Harness;
  endpoints: readonly Endpoint[];
  options: MirrorLeave;
  refused: string[];
}): Promise<Endpoint[]> {
  const { release, harness, endpoints, options, refused } = found;
  if (release.endpoint === null)
    throw conflict("The release names no endpoint, so it cannot be served.", { current: release.id });
  const taken: Endpoint[] = [];
  for (const id of new Set([release.endpoint, harness.config.fallback.endpoint])) {
    if (id === "" || id === EMBEDDED_ENDPOINT.id) continue;
    const endpoint = endpoints.find((one) => one.id === id);
    const why = endpoint ? await endpointRefusal(endpoint, options) : "the studio does not have it";
    if (endpoint && why === null) {
      taken.push(endpoint);
      continue;
    }
    const sentence = `The endpoint ${id} is not taken: ${why}.`;
    if (id === release.endpoint) throw new Error(`${sentence} Without it the release ${release.id} is not taken.`);
    refused.push(sentence);
  }
  return taken;
}

async function takenServices(found: {
  harness: Harness;
  services: readonly ToolService[];
  options: MirrorLeave;
  refused: string[];
}): Promise<ToolService[]> {
  const taken: ToolService[] = [];
  for (const service of found.services.filter((one) => usesService(found.harness, one))) {
    const why = await serviceRefusal(service, found.options);
    if (why === null) taken.push(service);
    else found.refused.push(`The tool service ${service.id} is not taken: ${why}.`);
  }
  return taken;
}
