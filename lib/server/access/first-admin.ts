import "server-only";
import { anybodyThere, putInvitation } from "@/db/people-repository";
import { recordAudit } from "../context";
import type { Studio } from "../studio";
import { hashSecret, newInvitationSecret } from "./secret-text";
import { signInMode } from "./sign-in-mode";

const DAY_MS = 86_400_000;

/** Path of the page that takes an invitation. What stands behind `#` is sent to no server and is in no log. */
export const invitationPath = (secret: string): string => `/invitation#${secret}`;

/** A new link that makes the first admin, good for a day and once; null where sign-in is off or somebody is there. */
export function firstAdminLink(studio: Studio): string | null {
  if (signInMode() === "off" || anybodyThere(studio.database)) return null;
  const secret = newInvitationSecret();
  const now = Date.now();
  studio.database.transaction((tx) => {
    const createdAt = new Date(now).toISOString();
    putInvitation(tx, { hash: hashSecret(secret), person: null, createdAt, expiresAt: new Date(now + DAY_MS).toISOString() });
    recordAudit(tx, { actor: "studio" }, { action: "first-admin-invited", project: null, subject: "people" });
  });
  return invitationPath(secret);
}
