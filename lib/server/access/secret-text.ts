import "server-only";
import { randomBytes } from "node:crypto";
import { hashText } from "@/lib/harness/hash";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 43 characters of base 62 made at random: 256 bits. */
function randomText(): string {
  let text = "";
  while (text.length < 43) {
    // 248 is a multiple of 62, so every character is equally likely.
    for (const byte of randomBytes(64)) if (byte < 248 && text.length < 43) text += BASE62[byte % 62];
  }
  return text;
}

/** A secret of the API, `studio_` and base 62: greppable, and never guessed. */
export const newTokenSecret = (): string => `studio_${randomText()}`;
export const newInvitationSecret = (): string => randomText();

/** What is stored of a secret. It is random and long, so one round of SHA-256 keeps it. */
export const hashSecret = (secret: string): string => hashText(secret);
