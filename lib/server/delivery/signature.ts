import "server-only";
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** The key that a secret stands for: what is behind `whsec_` in base64, or else the text itself. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret);

/** Headers of the Standard Webhooks specification for one attempt; `timestamp` in whole seconds since 1970. */
export function signedHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signature = createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": `${timestamp}`, "webhook-signature": `v1,${signature}` };
}
