import "server-only";
import type { RespondRequest } from "@/lib/contracts/serving";
import { type ActiveRelease, activeRelease } from "../serving/active-release";
import type { Studio } from "../studio";
import { armOfRequest, type UserArm } from "./user-arm";

/**
 * What answers a request: what the channel of its user's arm serves while an experiment runs, and else what production does.
 * Where an arm's channel cannot serve, the request fails and does not fall to the other arm: an experiment would compare nothing.
 * @throws AppError where nothing can be served.
 */
export function routeRequest(
  studio: Pick<Studio, "database" | "report">,
  request: Pick<RespondRequest, "project" | "user">,
): { release: ActiveRelease; arm: UserArm | null } {
  const arm = armOfRequest(studio, request);
  return { release: activeRelease(studio, request.project, arm?.channel), arm };
}
