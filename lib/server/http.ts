import "server-only";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { OpenAPIReferencePlugin } from "@orpc/openapi/plugins";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import packageJson from "@/package.json";
import { answerAuth, countAttemptFrom } from "./access/auth-route";
import { unauthorized } from "./access/authorise";
import { type ClientAddress, clientOf } from "./access/client-address";
import { type Identity, identify } from "./access/identify";
import { OPERATOR } from "./access/principal";
import { AppError } from "./app-error";
import { answerExport, EXPORT_PATHS } from "./export/export-route";
import { renderReference } from "./reference-page";
import { bodyRefusalOf, refusalOf } from "./request-guard";
import { router } from "./router";
import { toStorageError } from "./storage/storage-fault";
import type { Studio } from "./studio";

const TITLE = "Harness Evolution Studio API";

const handler = new OpenAPIHandler(router, {
  plugins: [
    new OpenAPIReferencePlugin({
      schemaConverters: [new ZodToJsonSchemaConverter()],
      specGenerateOptions: {
        info: { title: TITLE, version: packageJson.version },
        servers: [{ url: "/api" }],
        paths: EXPORT_PATHS,
      },
      docsTitle: TITLE,
      renderDocsHtml: (specUrl, title, _head, _script, _config, spec) => renderReference({ specUrl, title, spec }),
    }),
  ],
});

const answer = (status: number, code: string, message: string, data?: unknown) =>
  Response.json({ defined: false, code, status, message, ...(data !== undefined && { data }) }, { status });

/** What the reference of the API is served under; its operations have rules of their own. */
const REFERENCE = /^\/api\/?$|^\/api\/spec\.json$/;
const ACCEPT = "/api/invitations/accept";

/** Answers a request to /api: guards host and origin, finds out who is asking, and hands over to the contract. */
export async function handleApi(request: Request, studio: Studio): Promise<Response> {
  if (request.method !== "HEAD") return guarded(await answerTo(request, studio));
  const { status, headers, body } = await handleApi(new Request(request, { method: "GET" }), studio);
  await body?.cancel();
  return new Response(null, { status, headers });
}

async function answerTo(request: Request, studio: Studio): Promise<Response> {
  const refusal = refusalOf(request);
  if (refusal !== null) return answer(403, "FORBIDDEN", refusal);
  return answering(studio, async () => {
    const client = clientOf(request.headers);
    const identity = await identify(request.headers, studio, client);
    const body = bodyRefusalOf(request, identity.principal.kind);
    if (body !== null) return answer(body.status, body.code, body.message);
    const response = await answerAs(request, studio, identity, client);
    if (!response.headers.has("set-cookie")) {
      for (const cookie of identity.cookies) response.headers.append("set-cookie", cookie);
    }
    return response;
  });
}

async function answering(studio: Studio, make: () => Promise<Response>): Promise<Response> {
  try {
    return await make();
  } catch (error) {
    const explained = studio.storage.explain(error);
    const known = explained instanceof AppError ? explained : toStorageError(explained);
    if (known) {
      const refused = answer(known.status, known.code, known.message, known.data);
      if (known.status === 429) refused.headers.set("retry-after", retryAfter(known.data));
      return refused;
    }
    studio.report(error);
    return answer(500, "INTERNAL_SERVER_ERROR", "Something went wrong inside the studio. Its log has the details.");
  }
}

/** Answers whoever sits at this machine, without a network in between: the downloads of the command line. */
export async function answerOperator(request: Request, studio: Studio, actor: string): Promise<Response> {
  const identity = { principal: OPERATOR, actor, session: null, cookies: [] };
  return answering(studio, () => answerAs(request, studio, identity, clientOf(request.headers)));
}

async function answerAs(request: Request, studio: Studio, identity: Identity, client: ClientAddress): Promise<Response> {
  const { principal, actor } = identity;
  const context = { studio, actor, principal };
  const own = (await answerAuth(request, { studio, identity, client })) ?? answerExport(request, context);
  if (own) return own;
  const { pathname } = new URL(request.url);
  if (REFERENCE.test(pathname) && principal.kind === "nobody") throw unauthorized();
  if (pathname === ACCEPT) countAttemptFrom(studio, client);
  const { matched, response } = await handler.handle(request, { prefix: "/api", context });
  if (matched && response.status === 429) response.headers.set("retry-after", "1");
  return matched ? response : answer(404, "NOT_FOUND", "There is no such operation. /api lists them.");
}

const retryAfter = (data: unknown): string =>
  typeof data === "object" && data !== null && "retryAfterSeconds" in data ? String(data.retryAfterSeconds) : "1";

/** An answer of the API is data: a browser that shows it as a page runs nothing of it and puts it into no frame. */
function guarded(response: Response): Response {
  const html = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const style = html ? "; style-src 'unsafe-inline'; connect-src 'self'" : "";
  const wanted = {
    "content-security-policy": `default-src 'none'${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  };
  for (const [name, value] of Object.entries(wanted)) if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}
