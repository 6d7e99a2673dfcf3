import type { Command } from "commander";
import type { Fault } from "@/lib/simulation/faults/fault";
import { CommandError, EXIT } from "../exit";
import { untilStopped } from "../until-stopped";

interface PolicyOptions {
  port: string;
  host: string;
  seed: string;
  fault: string[];
}

const collect = (text: string, before: string[]) => [...before, text];

export function registerPolicy(program: Command): void {
  program
    .command("policy")
    .description("serve the embedded policy over HTTP, with faults on demand")
    .option("--port <number>", "port; 0 takes any that is free", "8399")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--seed <number>", "seed of the faults' draws", "1")
    .option("--fault <fault>", "a fault, as below; may be given several times", collect, [])
    .addHelpText(
      "after",
      `
Faults: kind[=value][:probability][@after][xtimes]
  latency=200, latency=uniform:50:300, latency=lognormal:120:0.5 (median and sigma), slow-first-token=… alike
  rate-limited=2 (seconds of Retry-After), server-error, reset, cut, truncated, hang, garbage, empty-choices, no-usage,
  fragments, broken-arguments, leaked-mark, leaked-json, reasoning, reasoning-content, think
  server-error:0.1 strikes a tenth of the requests; server-error@2x1 strikes the third one alone.
A request may name faults of its own in the header x-policy-faults, a JSON array: ["rate-limited=2", "cut@1"].`,
    )
    .action(async (options: PolicyOptions) => {
      const { startPolicyServer } = await import("@/lib/server/policy/policy-server");
      const faults = await faultsOf(options.fault);
      const settings = {
        port: whole("--port", options.port, 65_535),
        host: options.host,
        seed: whole("--seed", options.seed, 4_294_967_295),
        faults,
      };
      const server = await startPolicyServer(settings).catch((error: Error) => {
        throw new CommandError(`The policy cannot listen on ${options.host}:${options.port}: ${error.message}.`, EXIT.internal);
      });
      process.stdout.write(`${greeting(server.url, options)}\n`);
      await untilStopped();
      await server.close();
    });
}

async function faultsOf(texts: readonly string[]): Promise<Fault[]> {
  const { FaultRefused, parseFault } = await import("@/lib/simulation/faults/parse-fault");
  try {
    return texts.map(parseFault);
  } catch (error) {
    throw error instanceof FaultRefused ? new CommandError(error.message) : error;
  }
}

function whole(option: string, text: string, most: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > most) throw new CommandError(`${option} is a whole number up to ${most}.`);
  return Number(text);
}

function greeting(url: string, { fault, seed }: PolicyOptions): string {
  return [
    `The embedded policy (simulated) answers at ${url}`,
    fault.length === 0 ? "without faults." : `with faults drawn from seed ${seed}: ${fault.join(", ")}`,
    `To use it in the studio: Settings, Add an endpoint, with base URL ${url}, model embedded-policy and no key.`,
  ].join("\n");
}
