import "server-only";
import type { Session } from "@/lib/contracts/access";

export type SignInMode = Session["signIn"];
type Environment = Readonly<Record<string, string | undefined>>;

/** Whether an address to listen on is reached from this machine alone. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host.trim());

/** `on` where the studio listens beyond loopback or STUDIO_AUTH says so; whatever it cannot understand is `on`. */
export function signInMode(env: Environment = process.env): SignInMode {
  const beyond = !isLoopback(env.STUDIO_HOST?.trim() || "127.0.0.1");
  const asked = (env.STUDIO_AUTH ?? "").trim().toLowerCase();
  return beyond || (asked !== "" && asked !== "off") ? "on" : "off";
}

/** Why the studio must not start as it is configured; null where it may. */
export function signInProblem(env: Environment = process.env): string | null {
  const asked = (env.STUDIO_AUTH ?? "").trim().toLowerCase();
  if (!["", "on", "off"].includes(asked)) return `STUDIO_AUTH is "on" or "off", not "${env.STUDIO_AUTH}".`;
  const host = env.STUDIO_HOST?.trim() || "127.0.0.1";
  if (asked === "off" && !isLoopback(host)) {
    return (
      `STUDIO_AUTH=off goes with a studio that this machine alone can reach, and STUDIO_HOST is ${host}: whoever reaches it ` +
      "could do everything. Leave STUDIO_AUTH out, or leave STUDIO_HOST out."
    );
  }
  if (env.STUDIO_SECRET !== undefined && env.STUDIO_SECRET.length < 32) {
    return "STUDIO_SECRET has at least 32 characters, made at random; or leave it out, and a file in the data folder holds one.";
  }
  return null;
}
