import "server-only";
import type { Store } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import { currentGateSettings, insertGateSettings, listGateSettings } from "@/db/gate-settings-repository";
import { currentRelease } from "@/db/release-repository";
import {
  type GateName,
  type GateReport,
  GateSettings,
  type GateSettingsVersion,
  type ReleaseChannel,
} from "@/lib/contracts/release-gate";
import type { Run } from "@/lib/contracts/run";
import { sameModel } from "@/lib/release/gates/facts";
import { badRequest, conflict } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireEndpoint, requireProject, requireRun, requireVersion } from "../lookups";
import { type GateInput, gateReportOf } from "../release/gate-evidence";
import { writeGateRuns } from "../release/gate-runs";
import { requireUsable } from "../release/gate-settings-check";
import { toRun } from "../run-view";

interface GateQuestion {
  project: string;
  channel: ReleaseChannel;
  /** A hash or the beginning of one; what the channel serves where it is left out. */
  version?: string | undefined;
  /** What the channel serves where it is left out, or else what production does. */
  endpoint?: string | undefined;
}

function askedOf(store: Store, { project, channel, version, endpoint }: GateQuestion): GateInput {
  requireProject(store, project);
  const serving = currentRelease(store, project, channel);
  const wanted = version ?? serving?.version;
  if (wanted === undefined) throw badRequest(`version: ${channel} serves nothing, so name a version`);
  const policy = serving?.policy?.endpoint ?? serving?.endpoint ?? currentRelease(store, project)?.endpoint ?? null;
  return {
    project,
    channel,
    version: requireVersion(store, project, wanted).hash,
    endpoint: endpoint === undefined ? policy : requireEndpoint(store, endpoint).id,
  };
}

export const gateReport = ({ studio }: Pick<Context, "studio">, input: GateQuestion): GateReport =>
  gateReportOf(studio.database, askedOf(studio.database, input));

/**
 * Starts the runs that a gate lacks, of both sides, and answers them; one that is under way already is answered instead of a
 * second one. None where the gate has all it needs.
 * @throws AppError CONFLICT where the gate fails for something that no run can mend, or a replay would share its endpoint.
 */
export function measureGate(context: Context, input: GateQuestion & { gate: GateName; reason?: string | undefined }): Run[] {
  const { studio } = context;
  const store = studio.database;
  const asked = askedOf(store, input);
  const report = gateReportOf(store, asked);
  const verdict = report.gates.find((gate) => gate.name === input.gate);
  if (!verdict) throw new Error(`the report has no gate ${input.gate}`);
  if (verdict.remedies.length === 0 && verdict.state === "failed") {
    const why = verdict.items.find((item) => item.state !== "passed" && item.state !== "note")?.why ?? "";
    throw conflict(`No run would make the ${input.gate} gate pass. ${why}`, { current: verdict.state });
  }
  if (verdict.remedies.some((remedy) => remedy.of === "production")) requireBoundModel(store, report);
  const ids = store.transaction(
    (tx) =>
      writeGateRuns(tx, context, { project: input.project, gate: input.gate, remedies: verdict.remedies, reason: input.reason }),
    { behavior: "immediate" },
  );
  for (const id of ids.started) studio.runner.start(id);
  return [...ids.underWay, ...ids.started].map((id) => toRun(store, requireRun(store, input.project, id)));
}

/** A run of production asks its endpoint as it is now, which says nothing of a release that is bound to what it was before. */
function requireBoundModel(store: Store, { baseline }: GateReport): void {
  const bound = baseline?.policy;
  const now = bound && findEndpoint(store, bound.endpoint);
  if (!bound || (now && sameModel(bound, now))) return;
  throw conflict(
    `Production is bound to ${bound.model} ${bound.checkpoint} as ${bound.endpoint} was when it was promoted, and that endpoint is ${now ? "another model now" : "gone"}: point it back, or promote by an override.`,
    { current: "endpoint changed" },
  );
}

/** The thresholds as they were set, newest first; the studio's defaults are the last. */
export function allGateSettings({ studio }: Pick<Context, "studio">, input: { project: string }): GateSettingsVersion[] {
  requireProject(studio.database, input.project);
  return listGateSettings(studio.database, input.project);
}

/** Sets the thresholds: a new version of them. Refuses where another version came meanwhile, or what they name is not there. */
export function saveGateSettings(
  context: Context,
  input: { project: string; settings: GateSettings; reason: string; expectedVersion: number },
): GateSettingsVersion {
  const { project, settings, reason, expectedVersion } = input;
  return context.studio.database.transaction(
    (tx) => {
      requireProject(tx, project);
      const now = currentGateSettings(tx, project);
      const meanwhile = () =>
        conflict(`${now.actor} set the thresholds meanwhile: version ${now.version} counts now.`, {
          current: String(now.version),
          by: now.actor,
          at: now.createdAt,
        });
      if (now.version !== expectedVersion) throw meanwhile();
      requireUsable(tx, project, settings);
      const saved = { project, version: now.version + 1, settings, reason, actor: context.actor, createdAt: timestamp() };
      if (!insertGateSettings(tx, saved)) throw meanwhile();
      recordAudit(tx, context, {
        action: "gate-settings-changed",
        project,
        subject: `gate-settings:${saved.version}`,
        detail: { version: saved.version, reason, changed: changedParts(now.settings, settings) },
      });
      return saved;
    },
    { behavior: "immediate" },
  );
}

/** Names of the parts of the settings that differ. */
const changedParts = (before: GateSettings, after: GateSettings): string[] =>
  GateSettings.keyof().options.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
