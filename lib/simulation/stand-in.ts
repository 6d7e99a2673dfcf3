import { type Endpoint, STAND_IN_MODEL } from "@/lib/contracts/endpoint";

/** Whether an endpoint answers with the stand-in policy: the one inside the studio, or one that `studio policy` serves. */
export const isStandIn = ({ kind, model }: Pick<Endpoint, "kind" | "model">): boolean =>
  kind === "embedded" || model === STAND_IN_MODEL;
