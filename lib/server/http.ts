import "server-only";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { OpenAPIReferencePlugin } from "@orpc/openapi/plugins";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import packageJson from "@/package.json";
import { OPERATOR } from "./access/principal";
import { actorOf } from "./actor";
import { AppError } from "./app-error";
import { answerExport, EXPORT_PATHS } from "./export/export-route";
import { renderReference } from "./reference-page";
import { refusalOf } from "./request-guard";
import { router } from "./router";
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

const answer = (status: number, code: string, message: string) =>
  Response.json({ defined: false, code, status, message }, { status });

/** Answers a request to /api: guards the host and the origin, names the actor, and hands over to the contract. */
export async function handleApi(request: Request, studio: Studio): Promise<Response> {
  const refusal = refusalOf(request);
  if (refusal !== null) return answer(403, "FORBIDDEN", refusal);
  try {
    const context = { studio, actor: actorOf(request.headers), principal: OPERATOR };
    const download = answerExport(request, context);
    if (download) return download;
    const { matched, response } = await handler.handle(request, { prefix: "/api", context });
    if (matched && response.status === 429) response.headers.set("retry-after", "1");
    return matched ? response : answer(404, "NOT_FOUND", "There is no such operation. /api lists them.");
  } catch (error) {
    if (error instanceof AppError) return answer(error.status, error.code, error.message);
    studio.report(error);
    return answer(500, "INTERNAL_SERVER_ERROR", "Something went wrong inside the studio. Its log has the details.");
  }
}
