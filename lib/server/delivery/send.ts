import "server-only";
import { fetch } from "undici";
import type { StoredWebhook } from "@/db/webhook-repository";
import packageJson from "@/package.json";
import { signedHeaders } from "./signature";

/** What came of one attempt; `status` is null where nothing answered. */
export interface Sent {
  status: number | null;
  problem: string;
}

export interface SendSettings {
  env: Readonly<Record<string, string | undefined>>;
  /** Now, in milliseconds since 1970. */
  now: () => number;
  timeoutMs: number;
  /** Ends the attempt. */
  signal: AbortSignal;
}

/** Sends one message, signed; follows no redirect and reads nothing of the answer but its status. */
export async function send(
  { url, secretVariable }: Pick<StoredWebhook, "url" | "secretVariable">,
  message: { id: string; body: string },
  { env, now, timeoutMs, signal }: SendSettings,
): Promise<Sent> {
  const secret = env[secretVariable] ?? "";
  if (secret === "") return { status: null, problem: `The variable ${secretVariable} is not set, and nothing is sent unsigned.` };
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "user-agent": `harness-evolution-studio/${packageJson.version}`,
        ...signedHeaders(secret, { ...message, timestamp: Math.floor(now() / 1_000) }),
      },
      body: message.body,
      signal: AbortSignal.any([late, signal]),
    });
    await answer.body?.cancel();
    return { status: answer.status, problem: problemOf(answer.status) };
  } catch (error) {
    if (late.aborted) return { status: null, problem: `No answer within ${timeoutMs / 1_000} s.` };
    return { status: null, problem: `It cannot be reached: ${causeOf(error)}.` };
  }
}

function problemOf(status: number): string {
  if (status >= 200 && status < 300) return "";
  if (status >= 300 && status < 400) return `It answered ${status}; redirects are not followed.`;
  return status === 410 ? "It answered 410: it wants no more of this." : `It answered ${status}.`;
}

/** The code of a network error alone: messages may quote what was sent. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof Error ? cause.name : "unknown";
}
