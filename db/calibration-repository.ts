import { desc, eq } from "drizzle-orm";
import type { JudgeCalibration } from "../lib/contracts/release-gate";
import type { Store } from "./client";
import { calibrations } from "./schema";

export function insertCalibration(store: Store, body: JudgeCalibration): void {
  const { id, project, judgeVersion } = body;
  store.insert(calibrations).values({ id, project, judgeVersion, body }).run();
}

/** The calibrations of a project's judges, newest first. */
export const listCalibrations = (store: Store, project: string): JudgeCalibration[] =>
  store
    .select({ body: calibrations.body })
    .from(calibrations)
    .where(eq(calibrations.project, project))
    .orderBy(desc(calibrations.sequence))
    .all()
    .map(({ body }) => body);
