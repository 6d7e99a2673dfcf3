import "server-only";
import type { Trajectory } from "@/lib/contracts/trajectory";
import type { TrajectoryFacts } from "./span-description";

/** Traces out. Nothing here throws, rejects or holds a task up. */
export interface Telemetry {
  /** Sends the trajectory as one trace, where a collector is configured. */
  record(trajectory: Trajectory, facts: TrajectoryFacts): void;
  /** Sends what is still queued, for five seconds at most. */
  close(): Promise<void>;
}

const CLOSING_MS = 5_000;
const SILENT: Telemetry = { record: () => {}, close: async () => {} };

/**
 * Exports trajectories as OpenTelemetry traces to the collector that OTEL_EXPORTER_OTLP_TRACES_ENDPOINT or
 * OTEL_EXPORTER_OTLP_ENDPOINT names; where neither is set nothing leaves the machine. What was said is told only where
 * OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT is `true`. `report` hears of the first failure, and not again until the
 * collector was reached.
 */
export function createTelemetry(report: (error: unknown) => void): Telemetry {
  const address = variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") || variable("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (address === "" || variable("OTEL_SDK_DISABLED") === "true" || variable("OTEL_TRACES_EXPORTER") === "none") return SILENT;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    report(new Error("Traces are off: the OTLP endpoint is not an http or https address."));
    return SILENT;
  }
  const content = variable("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT") === "true";
  let failing = false;
  const failed = (why: string) => {
    if (!failing) report(new Error(`Traces do not arrive: ${why.slice(0, 200)}`));
    failing = true;
  };
  const arrived = () => {
    failing = false;
  };
  // Half a second of loading that a studio without a collector need not pay for.
  const loading = Promise.all([import("./span-sender"), import("./spans")]).then(([sender, spans]) => ({
    sender: sender.createSpanSender({ failed: (error) => failed(messageOf(error)), arrived }),
    spansOf: spans.describeTrajectory,
  }));
  loading.catch((error) => failed(messageOf(error)));
  return {
    record(trajectory, facts) {
      loading
        .then(({ sender, spansOf }) => {
          if (!sender.add(facts.id, spansOf(trajectory, facts, content))) failed("the queue is full, traces are dropped");
        })
        .catch((error) => failed(messageOf(error)));
    },
    async close() {
      const closing = loading.then(({ sender }) => sender.close()).catch((error) => failed(messageOf(error)));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((settle) => {
        timer = setTimeout(settle, CLOSING_MS);
      });
      await Promise.race([closing, late]);
      clearTimeout(timer);
    },
  };
}

function variable(name: string): string {
  return process.env[name]?.trim() ?? "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
