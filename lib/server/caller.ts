import "server-only";
import { createRouterClient } from "@orpc/server";
import { router } from "./router";
import { getStudio, type Studio } from "./studio";

/** The API in process, without HTTP, under the same contract: for pages that prefetch and for the command line. */
export const createCaller = (studio: Studio, actor: string) => createRouterClient(router, { context: { studio, actor } });

/** The API of this process's studio, for pages: they read and write nothing. */
export const getCaller = () => createRouterClient(router, { context: () => ({ studio: getStudio(), actor: "page" }) });
