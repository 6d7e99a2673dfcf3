import { desc, eq } from "drizzle-orm";
import { GateSettings, type GateSettingsVersion } from "../lib/contracts/release-gate";
import type { Store } from "./client";
import { gateSettings } from "./schema";

/** The thresholds of a project where nobody has set any: version 0. */
const defaults = (project: string): GateSettingsVersion => ({
  project,
  version: 0,
  settings: GateSettings.parse({}),
  reason: "The defaults of the studio.",
  actor: "studio",
  createdAt: new Date(0).toISOString(),
});

/** Every version of the thresholds, newest first, the defaults last. */
export const listGateSettings = (store: Store, project: string): GateSettingsVersion[] => [
  ...store.select().from(gateSettings).where(eq(gateSettings.project, project)).orderBy(desc(gateSettings.version)).all(),
  defaults(project),
];

/** The thresholds that count now. */
export const currentGateSettings = (store: Store, project: string): GateSettingsVersion =>
  store.select().from(gateSettings).where(eq(gateSettings.project, project)).orderBy(desc(gateSettings.version)).limit(1).get() ??
  defaults(project);

/** Writes a version of the thresholds; answers false where another one took its place meanwhile. */
export const insertGateSettings = (store: Store, version: GateSettingsVersion): boolean =>
  store.insert(gateSettings).values(version).onConflictDoNothing().run().changes === 1;
