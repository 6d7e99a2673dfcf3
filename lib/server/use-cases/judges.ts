import "server-only";
import type { Store } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import { findJudge, listJudges, putJudge } from "@/db/judge-repository";
import type { Judge, JudgeInput, JudgeVersion } from "@/lib/contracts/judge";
import { hashText } from "@/lib/harness/hash";
import { parseHarness } from "@/lib/harness/parse";
import { badRequest, notFound, unprocessable } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireBundle, requireProject, requireVersion } from "../lookups";

export function allJudges({ studio }: Context, input: { project: string }): Judge[] {
  requireProject(studio.database, input.project);
  return listJudges(studio.database, input.project);
}

/** The version of a judge that a new run is pinned to; throws NOT_FOUND. */
export function requireJudge(store: Store, project: string, id: string): JudgeVersion {
  const judge = findJudge(store, project, id);
  if (!judge) throw notFound("judge", id);
  return judge;
}

/**
 * Makes a judge or changes it. What votes is part of its version: another bundle, or a voter that is another model, makes a
 * new one; a new name alone does not. Refuses a bundle that is no judge or has errors.
 */
export function saveJudge(context: Context, input: JudgeInput & { project: string }): Judge {
  const { project, id, name } = input;
  return context.studio.database.transaction((tx) => {
    requireProject(tx, project);
    const { hash, name: bundleName } = requireVersion(tx, project, input.bundle);
    const { harness, diagnostics } = parseHarness(requireBundle(tx, hash));
    if (!harness || diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
      throw unprocessable("The bundle has errors. Mend them before it judges.", { diagnostics });
    }
    if (harness.config.kind !== "judge") {
      throw badRequest(
        `bundle: ${bundleName} is a harness of kind ${harness.config.kind}; a judge says kind: judge in harness.yaml`,
      );
    }
    const voters = input.voters.map((voter) => {
      const endpoint = findEndpoint(tx, voter);
      if (!endpoint) throw badRequest(`voters: there is no endpoint ${voter}`);
      return endpoint;
    });
    const before = findJudge(tx, project, id);
    const version = judgeVersionHash(hash, voters);
    putJudge(tx, project, { id, name, bundle: hash, bundleName, voters, version }, timestamp());
    if (before?.version !== version || before.name !== name) {
      recordAudit(tx, context, {
        action: before ? "judge-changed" : "judge-created",
        project,
        subject: `judge:${id}`,
        detail: { name, bundle: hash, voters: input.voters, version },
      });
    }
    const saved = listJudges(tx, project).find((judge) => judge.id === id);
    if (!saved) throw notFound("judge", id);
    return saved;
  });
}

function judgeVersionHash(bundle: string, voters: JudgeVersion["voters"]): string {
  return hashText(
    JSON.stringify([bundle, voters.map(({ kind, baseUrl, model, checkpoint }) => [kind, baseUrl, model, checkpoint])]),
  );
}
