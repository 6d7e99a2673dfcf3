import "server-only";
import { need } from "@/lib/contracts/api-route";
import { ResultExportFormat } from "@/lib/contracts/result-export";
import { authorise } from "../access/authorise";
import { badRequest } from "../app-error";
import type { ApiContext } from "../context";
import { exportRun } from "../use-cases/exports";
import { streamText } from "./stream-text";

const PATH = /^\/api\/projects\/([^/]+)\/runs\/([^/]+)\/export$/;

/** Answers the download of a run's results; null where the request is for something else. Throws AppError. */
export function answerExport(request: Request, context: ApiContext): Response | null {
  if (request.method !== "GET") return null;
  const url = new URL(request.url);
  const [, project, run] = PATH.exec(url.pathname) ?? [];
  if (project === undefined || run === undefined) return null;
  authorise(context.principal, need("viewer"), decoded(project));
  const { fileName, mediaType, pieces } = exportRun(context, {
    project: decoded(project),
    run: decoded(run),
    format: url.searchParams.get("format") ?? "jsonl",
  });
  return new Response(streamText(pieces, context.studio.report), {
    headers: {
      "content-type": mediaType,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest("The address is not percent-encoded UTF-8.");
  }
}

const parameter = (name: string, place: "path" | "query", values?: string[]) => ({
  name,
  in: place,
  required: true,
  schema: { type: "string" as const, ...(values && { enum: values }) },
});

/** The download in the OpenAPI document. */
export const EXPORT_PATHS = {
  "/projects/{project}/runs/{run}/export": {
    get: {
      operationId: "runs.export",
      tags: ["Runs"],
      summary: "Download the results of a run as JSON Lines, CSV, JUnit XML, an HTML report or replies to label",
      parameters: [
        parameter("project", "path"),
        parameter("run", "path"),
        parameter("format", "query", [...ResultExportFormat.options]),
      ],
      responses: {
        "200": {
          description: "The results as a file",
          content: Object.fromEntries(
            ["application/x-ndjson", "text/csv", "application/xml", "text/html"].map((type) => [
              type,
              { schema: { type: "string" as const } },
            ]),
          ),
        },
      },
    },
  },
};
