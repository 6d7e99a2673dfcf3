import type { WebhookEvent } from "@/lib/contracts/webhook";

export const eventWords: Record<WebhookEvent, string> = {
  "release-promoted": "promoted",
  "release-rolled-back": "rolled back",
  "promotion-requested": "second person asked",
  "experiment-started": "experiment started",
  "experiment-ended": "experiment ended",
  test: "test",
};
