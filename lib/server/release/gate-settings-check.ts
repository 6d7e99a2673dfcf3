import "server-only";
import { createPublicKey } from "node:crypto";
import type { Store } from "@/db/client";
import { findDataset } from "@/db/dataset-repository";
import { findJudge } from "@/db/judge-repository";
import type { GateSettings } from "@/lib/contracts/release-gate";
import { badRequest } from "../app-error";

/** Refuses thresholds that no promotion could be judged by: sets, a judge or a key that are not there or not of their kind. */
export function requireUsable(store: Store, project: string, settings: GateSettings): void {
  const { regression, capability, signing } = settings;
  requireSet(store, project, "regression.dataset", regression.dataset, (kind) =>
    kind === "judge-labels" || kind === "instruction-following"
      ? `is of kind ${kind}, whose cases are no viewers' comments`
      : null,
  );
  requireSet(store, project, "capability.dataset", capability.dataset, (kind) =>
    kind === "instruction-following" ? null : `is of kind ${kind}; the gate asks for one of kind instruction-following`,
  );
  if (regression.judge !== null && !findJudge(store, project, regression.judge))
    throw badRequest(`settings.regression.judge: the project has no judge ${regression.judge}`);
  if (signing) requireKey(signing);
}

function requireSet(
  store: Store,
  project: string,
  field: string,
  id: string | null,
  unfit: (kind: NonNullable<ReturnType<typeof findDataset>>["kind"]) => string | null,
): void {
  if (id === null) return;
  const dataset = findDataset(store, project, id);
  if (!dataset) throw badRequest(`settings.${field}: the project has no data set ${id}`);
  const problem = unfit(dataset.kind);
  if (problem !== null) throw badRequest(`settings.${field}: ${dataset.name} ${problem}`);
}

function requireKey({ keyVariable, publicKey }: NonNullable<GateSettings["signing"]>): void {
  if (keyVariable === "")
    throw badRequest("settings.signing.keyVariable: name the environment variable that holds the private key");
  if (/PRIVATE KEY/.test(publicKey))
    throw badRequest("settings.signing.publicKey: this is a private key, which is never stored; give the public one");
  if (typeOfKey(publicKey) !== "ed25519")
    throw badRequest("settings.signing.publicKey: must be an Ed25519 public key in PEM (-----BEGIN PUBLIC KEY-----)");
}

function typeOfKey(pem: string): string | undefined {
  try {
    return createPublicKey(pem).asymmetricKeyType;
  } catch {
    return undefined;
  }
}
