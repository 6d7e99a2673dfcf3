import "server-only";
import { createRouterClient } from "@orpc/server";
import { clientOf } from "./access/client-address";
import { identify } from "./access/identify";
import { OPERATOR, type Principal } from "./access/principal";
import { signInMode } from "./access/sign-in-mode";
import type { ApiContext } from "./context";
import { router } from "./router";
import { getStudio, type Studio } from "./studio";

/** The API in process, without HTTP, under the same contract: for pages that prefetch and for the command line. */
export const createCaller = (studio: Studio, actor: string, principal: Principal = OPERATOR) =>
  createRouterClient(router, { context: { studio, actor, principal } });

/** Set by proxy.ts: the path and query of the page that is asked for. */
const PAGE_HEADER = "x-studio-page";
/** Pages that nobody need be signed in for. */
const OPEN_PAGES = /^\/(?:sign-in|invitation)(?:\?|$)/;

/** What is sent with the request for a page; loaded where there is one, since the command line has none. */
const sentHeaders = async () => (await import("next/headers")).headers();

/** What a page is shown in: nothing is written, so the cookie of a session is not renewed. */
async function pageContext(): Promise<ApiContext> {
  const studio = getStudio();
  if (signInMode() === "off") return { studio, actor: "page", principal: OPERATOR };
  const sent = await sentHeaders();
  // A page is shown to who is signed in at a browser; a token is for the API.
  const cookie = new Headers({ cookie: sent.get("cookie") ?? "" });
  const { principal } = await identify(cookie, studio, { https: clientOf(sent).https, renew: false });
  return { studio, actor: "page", principal };
}

/** The API of this process's studio, as the person who asked for the page: pages read and write nothing. */
export const getCaller = () => createRouterClient(router, { context: pageContext });

/**
 * Sends nobody to the page where they sign in, which brings them back afterwards. Answers whether somebody is signed in:
 * not so on the pages that need nobody to be.
 */
export async function requireSignIn(): Promise<boolean> {
  if ((await pageContext()).principal.kind !== "nobody") return true;
  const page = (await sentHeaders()).get(PAGE_HEADER) ?? "/";
  if (OPEN_PAGES.test(page)) return false;
  const { redirect } = await import("next/navigation");
  return redirect(page === "/" ? "/sign-in" : `/sign-in?to=${encodeURIComponent(page)}`);
}
