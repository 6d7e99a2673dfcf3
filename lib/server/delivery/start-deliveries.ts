import "server-only";
import type { Studio } from "../studio";
import { attemptDelivery, type DeliverySettings, takeDue } from "./deliver";

const LOOK_MS = 1_000;
/** After an error of the database, such as a full disk. */
const LOOK_AFTER_ERROR_MS = 30_000;
const AT_ONCE = 16;

/**
 * Sends what waits, also what an earlier process left, until the studio closes. Deliveries are found in the database alone, so
 * those that another process wrote (the command line's) are sent too. At least once: a receiver knows a repetition by its webhook-id.
 */
export function startDeliveries(studio: Studio, settings: DeliverySettings = {}): void {
  const closing = new AbortController();
  const under = new Set<Promise<void>>();
  let timer: NodeJS.Timeout;
  const look = () => {
    let next = LOOK_MS;
    try {
      for (const taken of takeDue(studio.database, (settings.now ?? Date.now)(), AT_ONCE - under.size)) {
        const attempt = attemptDelivery(studio, taken, { ...settings, signal: closing.signal }).catch(studio.report);
        under.add(attempt);
        void attempt.then(() => under.delete(attempt));
      }
    } catch (error) {
      studio.report(error);
      next = LOOK_AFTER_ERROR_MS;
    }
    timer = setTimeout(look, next);
    timer.unref();
  };
  studio.services.add({
    async close() {
      clearTimeout(timer);
      closing.abort();
      await Promise.all(under);
    },
  });
  look();
}
