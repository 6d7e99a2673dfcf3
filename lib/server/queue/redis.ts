import "server-only";
import { Redis } from "ioredis";

/** The same error without the command that Redis refused: its arguments may be the password. */
export function withoutCommand<Thrown>(error: Thrown): Thrown {
  if (error instanceof Error) Reflect.deleteProperty(error, "command");
  return error;
}

/** A connection as BullMQ wants it: commands wait while Redis is away instead of failing. */
export function connectRedis(url: string, report: (error: unknown) => void): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  let reported = false;
  // One report for each time it goes away, and without the address, which may hold a password.
  redis.on("error", (error: Error) => {
    withoutCommand(error);
    if (!reported) report(new Error(`Redis cannot be reached: ${error.message.replaceAll(url, "…")}`));
    reported = true;
  });
  redis.on("ready", () => {
    reported = false;
  });
  return redis;
}
