import "server-only";
import type { Entry } from "@/lib/contracts/evolution";
import { type AppError, conflict } from "../app-error";

/** An entry moved on since the caller looked: who did it, when, and how it stands. */
export function staleEntry(now: Entry): AppError {
  const asked = now.attempts.findLast((attempt) => attempt.because === "person");
  const retried = asked !== undefined && asked.at > (now.decidedAt ?? "");
  const by = retried ? asked.by : now.decidedBy;
  const at = retried ? asked.at : now.decidedAt;
  const what = retried ? "asked for another attempt at this entry" : "decided this entry";
  return conflict(`${by ?? "Somebody"} ${what} meanwhile.`, {
    current: now.status,
    ...(by === null ? {} : { by }),
    ...(at === null ? {} : { at }),
  });
}
