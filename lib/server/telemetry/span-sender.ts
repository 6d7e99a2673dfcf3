import "server-only";
import { createHash } from "node:crypto";
import { type HrTime, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import packageJson from "@/package.json";
import { SCHEMA_URL } from "./conventions";
import type { SpanDescription } from "./span-description";
import { bytesOfSpan } from "./span-size";

const BATCH = { maxQueueSize: 8_192, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };
/** Bytes of the spans that wait or are being sent: with the batch in the making, about twice that is held at most. */
const MAX_QUEUED_BYTES = 30_000_000;
const SCOPE = { name: "harness-evolution-studio", version: packageJson.version, schemaUrl: SCHEMA_URL };
const SENT = 0;

export interface SpanSender {
  /** Puts the spans of one trace in the queue; false where it is full, and then none of them. */
  add(trace: string, spans: readonly SpanDescription[]): boolean;
  /** Sends what is in the queue. */
  close(): Promise<void>;
}

/**
 * Sends spans in batches as OTLP over HTTP with JSON, whatever OTEL_EXPORTER_OTLP_PROTOCOL says. Address, headers, certificates and time limits come from the
 * OTEL_EXPORTER_OTLP_* variables. `heard` is told what became of each batch.
 */
export function createSpanSender(heard: { arrived: () => void; failed: (error: unknown) => void }): SpanSender {
  const exporter = new OTLPTraceExporter();
  let queued = 0;
  let queuedBytes = 0;
  const watched: SpanExporter = {
    export(spans, done) {
      exporter.export(spans, (result) => {
        queued -= spans.length;
        for (const span of spans) queuedBytes -= bytesOfSpan(span);
        if (result.code === SENT) heard.arrived();
        else heard.failed(result.error);
        done({ code: SENT });
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
  const processor = new BatchSpanProcessor(watched, BATCH);
  const resource = resourceFromAttributes({ "service.name": "harness-studio", "service.version": packageJson.version }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  return {
    add(trace, spans) {
      const bytes = spans.reduce((sum, span) => sum + bytesOfSpan(span), 0);
      if (queued + spans.length > BATCH.maxQueueSize || queuedBytes + bytes > MAX_QUEUED_BYTES) return false;
      queued += spans.length;
      queuedBytes += bytes;
      for (const span of spans) processor.onEnd(readable(trace, span, resource));
      return true;
    },
    close: () => processor.shutdown(),
  };
}

/** A description with ids, which are derived from the trace's name: a trajectory can be found by its trace and the other way. */
function readable(trace: string, span: SpanDescription, resource: ReadableSpan["resource"]): ReadableSpan {
  const context = (key: string): SpanContext => ({
    traceId: digest(trace).slice(0, 32),
    spanId: digest(`${trace}\u0000${key}`).slice(0, 16),
    traceFlags: TraceFlags.SAMPLED,
  });
  const own = context(span.key);
  return {
    name: span.name,
    kind: span.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => own,
    ...(span.parent === null ? {} : { parentSpanContext: context(span.parent) }),
    startTime: hrTime(span.startMs),
    endTime: hrTime(span.endMs),
    duration: hrTime(span.endMs - span.startMs),
    status: { code: span.failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: span.attributes,
    events: span.events.map(({ name, atMs, attributes }) => ({ name, attributes, time: hrTime(atMs) })),
    links: [],
    ended: true,
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1_000) * 1_000];
}
