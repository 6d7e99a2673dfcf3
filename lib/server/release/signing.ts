import "server-only";
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import type { GateSettings } from "@/lib/contracts/release-gate";
import { AppError } from "../app-error";

type Signing = NonNullable<GateSettings["signing"]>;

export interface Signature {
  signature: string;
  publicKey: string;
}

/**
 * Signs the hash of a manifest (its 64 hexadecimal characters) with the Ed25519 key in the variable that the settings name.
 * @throws AppError where the variable is not set, holds no such key, or holds another key than the settings say.
 */
export function signHash(hash: string, { keyVariable, publicKey }: Signing, env: NodeJS.ProcessEnv = process.env): Signature {
  const key = privateKey(env[keyVariable]);
  if (typeof key === "string") throw refused(`${keyVariable === "" ? "its variable has no name" : `${keyVariable} ${key}`}`);
  const own = publicKeyOf(createPublicKey(key));
  if (own !== normalised(publicKey))
    throw refused(`the key in ${keyVariable} does not belong to the public key of the gate settings`);
  return { signature: sign(null, Buffer.from(hash), key).toString("base64"), publicKey: own };
}

const refused = (why: string) =>
  new AppError(
    "SERVICE_UNAVAILABLE",
    `The project signs its releases, but ${why}. Set the variable for the process of the studio and start it again, or change the key under Gates.`,
  );

function privateKey(pem: string | undefined): KeyObject | string {
  if (pem === undefined || pem.trim() === "") return "is not set";
  try {
    // In an environment file a line break is often written as \n.
    const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
    return key.asymmetricKeyType === "ed25519" ? key : "holds a key of another kind than Ed25519";
  } catch {
    // The cause is left out: it may quote the key.
    return "holds no private key in PEM";
  }
}

/** Whether a signature is that of a hash. False for a key that cannot be read. */
export function signatureHolds(hash: string, { signature, publicKey }: Signature): boolean {
  try {
    return verify(null, Buffer.from(hash), createPublicKey(publicKey), Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/** A public key in PEM as it is compared and stored; null where it is no Ed25519 public key. */
function normalised(pem: string): string | null {
  try {
    // A private key would give its public one here, and must never have come this far.
    if (pem.includes("PRIVATE")) return null;
    const key = createPublicKey(pem.replaceAll("\\n", "\n"));
    return key.asymmetricKeyType === "ed25519" ? publicKeyOf(key) : null;
  } catch {
    return null;
  }
}

/** Whether two public keys in PEM are one, whatever their line breaks. */
export const samePublicKey = (one: string, other: string): boolean => {
  const key = normalised(one);
  return key !== null && key === normalised(other);
};

const publicKeyOf = (key: KeyObject): string => key.export({ type: "spki", format: "pem" }).toString().trim();

/** A fresh pair in PEM. Nothing of it is stored. */
export function newKeyPair(): { privateKey: string; publicKey: string } {
  const pair = generateKeyPairSync("ed25519");
  return {
    privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString().trim(),
    publicKey: publicKeyOf(pair.publicKey),
  };
}
