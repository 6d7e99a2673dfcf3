import "server-only";
import { join, resolve } from "node:path";
import { type Database, openDatabase } from "@/db/client";
import { findEndpoint, putEndpoint } from "@/db/endpoint-repository";
import { listToolServices } from "@/db/tool-service-repository";
import type { HookSandbox } from "@/lib/kernel/ports";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { linkEarlierEvents } from "./audit-chain/link-earlier-events";
import { Jobs } from "./jobs";
import { logText } from "./log-text";
import { prepareComparisons } from "./paired-results";
import type { RemoteCases } from "./queue/remote-cases";
import type { Runner } from "./runner-port";
import { EndpointLimits } from "./runs/endpoint-limiter";
import { ProgressBus } from "./runs/progress-bus";
import { createRunner } from "./runs/runner";
import { createSandbox } from "./sandbox";
import { ServingGate } from "./serving/serving-gate";
import { StorageWatch } from "./storage/storage-watch";
import { createTelemetry, type Telemetry } from "./telemetry/telemetry";
import { createToolTransport, type StudioTools } from "./tools/tool-transport";

export { DatabaseUnusable } from "@/db/client";

/** An open studio: its data and what works on it. */
export interface Studio {
  /** Absolute path of the folder that holds the data. */
  dataFolder: string;
  database: Database;
  schemaVersion: number;
  /** Whether the data can be written. */
  storage: StorageWatch;
  sandbox: HookSandbox;
  /** A sandbox of its own for requests, so that the Hooks of a run cannot keep a live room waiting. */
  servingSandbox: HookSandbox;
  /** Calls http and mcp tools over the services of the settings. */
  tools: StudioTools;
  runner: Runner;
  /** The limits of the endpoints, over everything that calls them here. */
  endpointLimits: EndpointLimits;
  /** Work in the background: diagnoses, trials, credit, nights. */
  jobs: Jobs;
  /** Tells whoever watches a stage, by its id, that something about it changed. */
  stageEvents: ProgressBus;
  /** Tells whoever waits for a channel, by its project, that it moved or may have. */
  releaseEvents: ProgressBus;
  /** Services of this process that a closing studio ends first, such as the deliveries of webhooks. */
  services: Set<{ close(): Promise<void> }>;
  /** Bounds how many requests are served at once. */
  gate: ServingGate;
  /** Traces out, where a collector is configured. */
  telemetry: Telemetry;
  /** Work in the background that a closing studio waits for. */
  pending: Set<Promise<void>>;
  /** Reports an error that no caller may see. */
  report: (error: unknown) => void;
  close(): Promise<void>;
}

function servingLimit(): number {
  const given = Number(process.env.STUDIO_SERVE_CONCURRENCY ?? 8);
  return Number.isInteger(given) && given > 0 ? given : 8;
}

/**
 * Opens the studio on a data folder, makes the folder and the database where there are none, and migrates.
 * Unfinished runs go on after `runner.recover()`.
 * @throws DatabaseUnusable where the data cannot be used.
 */
export function openStudio(settings: {
  dataFolder: string;
  /** Requests served at once; default STUDIO_SERVE_CONCURRENCY, or 8. */
  servingLimit?: number;
  /** Redis through which cases run on other machines; default REDIS_URL; empty: cases run in this process. */
  redisUrl?: string;
  report?: (error: unknown) => void;
}): Studio {
  const dataFolder = resolve(/*turbopackIgnore: true*/ settings.dataFolder);
  const { database, schemaVersion, close } = openDatabase(join(/*turbopackIgnore: true*/ dataFolder, "studio.sqlite"));
  const report = settings.report ?? ((error: unknown) => console.error(logText(error)));
  const storage = new StorageWatch(database, report);
  linkEarlierEvents(database);
  if (!findEndpoint(database, EMBEDDED_ENDPOINT.id)) putEndpoint(database, EMBEDDED_ENDPOINT);
  const sandbox = createSandbox();
  const servingSandbox = createSandbox();
  const tools = createToolTransport({ services: () => listToolServices(database), env: process.env });
  const telemetry = createTelemetry(report);
  const redisUrl = settings.redisUrl ?? process.env.REDIS_URL ?? "";
  let opening: Promise<RemoteCases> | undefined;
  // The queue is loaded when the first run needs it: a studio without other machines does without it.
  const remote = () => {
    opening ??= import("./queue/remote-cases").then(({ RemoteCases }) => new RemoteCases(redisUrl, database, report));
    return opening;
  };
  const endpointLimits = new EndpointLimits();
  const jobs = new Jobs(report);
  const runner: Runner = createRunner({
    database,
    limits: endpointLimits,
    sandbox,
    tools,
    telemetry,
    storage,
    report,
    ended: (run) => prepareComparisons(database, run),
    ...(redisUrl !== "" && { remote }),
  });
  const pending = new Set<Promise<void>>();
  const services: Studio["services"] = new Set();
  return {
    dataFolder,
    database,
    schemaVersion,
    storage,
    sandbox,
    servingSandbox,
    tools,
    runner,
    endpointLimits,
    jobs,
    stageEvents: new ProgressBus(),
    releaseEvents: new ProgressBus(),
    services,
    gate: new ServingGate(settings.servingLimit ?? servingLimit()),
    telemetry,
    pending,
    report,
    async close() {
      await Promise.all([...services].map((service) => service.close()));
      await jobs.close();
      await runner.close();
      await opening?.then((open) => open.close()).catch(report);
      await Promise.allSettled(pending);
      await tools.close();
      await Promise.all([sandbox.close(), servingSandbox.close()]);
      await telemetry.close();
      storage.close();
      close();
    },
  };
}

const shared = globalThis as typeof globalThis & { harnessStudio?: Studio };

/** The one studio of this process, opened on STUDIO_DATA (default ./data) when it is first asked for. */
export function getStudio(): Studio {
  shared.harnessStudio ??= openStudio({ dataFolder: process.env.STUDIO_DATA ?? "./data" });
  return shared.harnessStudio;
}
