import "server-only";
import type { ContractRouterClient } from "@orpc/contract";
import { putEndpoint } from "@/db/endpoint-repository";
import { findProject } from "@/db/project-repository";
import { currentRelease, insertRelease } from "@/db/release-repository";
import { putToolService } from "@/db/tool-service-repository";
import type { Contract } from "@/lib/contracts/api";
import type { Release } from "@/lib/contracts/release";
import { notFound } from "../app-error";
import type { Context } from "../context";
import type { Studio } from "../studio";
import { saveFaq } from "../use-cases/faq";
import { createProject } from "../use-cases/projects";
import { importVersion } from "../use-cases/versions";

/**
 * Brings what another studio has in production to this one: the bundle, the endpoints and tool services (without keys, which
 * are read from this machine's environment), the FAQ, and the release under its own id. MCP servers that are started by a
 * command come along only `withCommands`: they would let the other studio run programs here. Answers the release that is served
 * now, and whether it is a new one. A release is taken last, so that a broken-off copy changes nothing that is served.
 * @throws where the other studio cannot be reached or has nothing in production.
 */
export async function mirrorProduction(
  studio: Studio,
  remote: ContractRouterClient<Contract>,
  project: string,
  options: { withCommands?: boolean } = {},
): Promise<{ release: Release; changed: boolean }> {
  const { database } = studio;
  const context: Context = { studio, actor: "agent" };
  const [release] = await remote.releases.list({ project });
  if (!release) throw notFound("release in production of the project", project);
  const [endpoints, services, faq] = await Promise.all([
    remote.endpoints.list(),
    remote.toolServices.list(),
    remote.projects.faq({ project }),
  ]);
  if (!findProject(database, project)) createProject(context, { id: project, name: project, description: "" });
  for (const { keyPresent: _, ...endpoint } of endpoints) putEndpoint(database, endpoint);
  for (const { keyPresent: _, ...service } of services) {
    if (service.kind !== "mcp-stdio" || options.withCommands) putToolService(database, service);
  }
  if (faq.hash !== null) saveFaq(context, { project, entries: faq.entries });
  const now = currentRelease(database, project);
  if (now?.id === release.id) return { release, changed: false };
  const { files } = await remote.versions.bundle({ project, version: release.version });
  const { version } = await importVersion(context, { project, files, name: release.versionName, message: "" });
  if (version.hash !== release.version) throw new Error("the bundle that came is not the one that was released");
  database.transaction(
    (tx) => {
      const sequence = (currentRelease(tx, project)?.sequence ?? 0) + 1;
      const { versionName: _, ...rest } = release;
      insertRelease(tx, { ...rest, run: null, previous: now?.id ?? null, sequence });
    },
    { behavior: "immediate" },
  );
  return { release, changed: true };
}
