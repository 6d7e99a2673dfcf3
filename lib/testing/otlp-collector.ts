import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";

// The OTLP/JSON trace format: the JSON mapping of opentelemetry/proto/collector/trace/v1 with ids in hex, 64-bit integers as
// decimal strings (receivers take numbers too), enumerations as integers and names in lowerCamelCase. Unknown names fail.
const TraceId = z.string().regex(/^[0-9a-f]{32}$/);
const SpanId = z.string().regex(/^[0-9a-f]{16}$/);
const UnixNano = z.string().regex(/^\d{19}$/);
const Count = z.int().min(0).max(4_294_967_295);

const Scalar = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.union([z.string().regex(/^-?\d+$/), z.int()]) }),
  z.strictObject({ doubleValue: z.number() }),
]);
const AnyValue = z.union([Scalar, z.strictObject({ arrayValue: z.strictObject({ values: z.array(Scalar) }) })]);
const Attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: AnyValue }))
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, "a key occurs twice");
type Attributes = z.infer<typeof Attributes>;

const Span = z.strictObject({
  traceId: TraceId,
  spanId: SpanId,
  traceState: z.string().optional(),
  parentSpanId: SpanId.optional(),
  flags: Count,
  name: z.string().min(1),
  kind: z.int().min(0).max(5),
  startTimeUnixNano: UnixNano,
  endTimeUnixNano: UnixNano,
  attributes: Attributes,
  droppedAttributesCount: Count,
  events: z.array(
    z.strictObject({ timeUnixNano: UnixNano, name: z.string().min(1), attributes: Attributes, droppedAttributesCount: Count }),
  ),
  droppedEventsCount: Count,
  links: z.array(z.never()),
  droppedLinksCount: Count,
  status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }),
});
type Span = z.infer<typeof Span>;

const TraceExport = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes, droppedAttributesCount: Count }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(Span),
          schemaUrl: z.string(),
        }),
      ),
      schemaUrl: z.string().optional(),
    }),
  ),
});

/** A span as received, with its attributes as an object. */
export type ReceivedSpan = Omit<Span, "attributes"> & { attributes: Record<string, unknown>; schemaUrl: string };

export interface OtlpCollector {
  url: string;
  /** Bodies as they came. */
  bodies: string[];
  requests: Pick<IncomingMessage, "url" | "headers">[];
  /** Spans of all bodies; throws where a body is not of the format. */
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

/** A collector on the loopback that takes traces over HTTP with JSON; it answers `status`. */
export async function startOtlpCollector(status = 200): Promise<OtlpCollector> {
  const bodies: string[] = [];
  const requests: OtlpCollector["requests"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      requests.push({ url: request.url, headers: request.headers });
      bodies.push(Buffer.concat(chunks).toString("utf8"));
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the collector has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    bodies,
    requests,
    spans: () =>
      bodies.flatMap((body) =>
        TraceExport.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans, schemaUrl }) =>
            spans.map((span) => ({ ...span, schemaUrl, attributes: asObject(span.attributes) })),
          ),
        ),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function asObject(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      "arrayValue" in value ? value.arrayValue.values.flatMap((one) => Object.values(one)) : Object.values(value)[0],
    ]),
  );
}
