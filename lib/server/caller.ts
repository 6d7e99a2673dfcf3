import "server-only";
import { createRouterClient } from "@orpc/server";
import { OPERATOR, type Principal } from "./access/principal";
import { router } from "./router";
import { getStudio, type Studio } from "./studio";

/** The API in process, without HTTP, under the same contract: for pages that prefetch and for the command line. */
export const createCaller = (studio: Studio, actor: string, principal: Principal = OPERATOR) =>
  createRouterClient(router, { context: { studio, actor, principal } });

/** The API of this process's studio, for pages: they read and write nothing. */
export const getCaller = () =>
  createRouterClient(router, { context: () => ({ studio: getStudio(), actor: "page", principal: OPERATOR }) });
