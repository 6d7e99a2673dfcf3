import "server-only";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";

/**
 * The revision of the OpenTelemetry semantic conventions that the GenAI spans follow: 1.41.0, the last one before the GenAI
 * conventions moved to a repository of their own. Attributes that it does not know begin with `harness.` or `studio.`.
 */
export const SCHEMA_URL = "https://opentelemetry.io/schemas/1.41.0";

/** `gen_ai.provider.name`: the protocol spoken, or the policy inside the studio. */
export function providerOf(endpoint: string): string {
  return endpoint === EMBEDDED_ENDPOINT.id ? "studio.embedded" : "openai";
}
