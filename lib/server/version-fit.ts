import "server-only";
import type { Dataset } from "@/lib/contracts/case";
import type { HarnessConfig } from "@/lib/contracts/harness";
import { badRequest } from "./app-error";

/** Judges are run on replies with human labels, and agents on everything else; throws BAD_REQUEST for any other pair. */
export function requireFit(kind: HarnessConfig["kind"], dataset: Pick<Dataset, "kind" | "name">): void {
  const labels = dataset.kind === "judge-labels";
  if (kind === "judge" && !labels)
    throw badRequest(`version: it is a judge; it is run on replies with human labels, and ${dataset.name} holds none`);
  if (kind !== "judge" && labels)
    throw badRequest(`version: it is an agent; ${dataset.name} holds replies with human labels, which judges are run on`);
}
