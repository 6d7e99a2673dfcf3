import "server-only";
import { Json, type JsonValue } from "@/lib/contracts/ids";
import type { ToolService, ToolServiceInput } from "@/lib/contracts/tool-service";

/** A shorter key would be found in texts that have nothing to do with it. */
const SHORTEST_MASKED = 4;
/** Variables that are no keys have short, common values such as `en` or `1`. */
const SHORTEST_NAMED = 8;

const MASK = "•••";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key of a service as the environment holds it; empty where none is needed or set. */
export const keyOf = ({ keyVariable }: Pick<ToolService, "keyVariable">, env: Environment): string =>
  keyVariable === "" ? "" : (env[keyVariable] ?? "");

/** The header that carries the key, its name in lower case; nothing where there is no key. */
export function keyHeaders(service: ToolService, env: Environment): Record<string, string> {
  const key = keyOf(service, env);
  if (key === "" || service.kind === "mcp-stdio") return {};
  const name = service.keyHeader.toLowerCase();
  return { [name]: name === "authorization" && !/^\S+ /.test(key) ? `Bearer ${key}` : key };
}

/** A value, decoded already, without the key of the service and without what its child process was given from the environment. */
export const withoutSecrets = (value: JsonValue, service: ToolServiceInput | undefined, env: Environment): JsonValue =>
  maskedValue(value, secretsOf(service, env));

/** A text without these secrets; where it is a JSON document, also without what its escapes would hide. */
export function maskText(text: string, service: ToolServiceInput | undefined, env: Environment): string {
  const secrets = secretsOf(service, env);
  return masked(/^\s*["[{]/.test(text) && text.includes("\\") ? maskedDocument(text, secrets) : text, secrets);
}

function maskedDocument(text: string, secrets: readonly string[]): string {
  try {
    return JSON.stringify(maskedValue(Json.parse(JSON.parse(text)), secrets));
  } catch {
    return text;
  }
}

function secretsOf(service: ToolServiceInput | undefined, env: Environment): string[] {
  if (!service) return [];
  const named = service.kind === "mcp-stdio" ? service.environment : [];
  return [
    ...partsOf(keyOf(service, env)),
    ...named.map((name) => env[name] ?? "").filter((text) => text.length >= SHORTEST_NAMED),
  ];
}

/** A variable may hold a scheme and the key (`Bearer …`, `Basic …`): the key counts alone too, and what it encodes. */
function partsOf(key: string): string[] {
  const [scheme = "", ...rest] = key.split(" ");
  const alone = rest.join(" ").trim();
  if (alone === "" || scheme.toLowerCase() !== "basic") return [key, alone];
  const decoded = Buffer.from(alone, "base64").toString();
  return [key, alone, decoded, decoded.slice(decoded.indexOf(":") + 1)];
}

function maskedValue(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (secrets.length === 0) return value;
  if (typeof value === "string") return masked(value, secrets);
  if (typeof value === "number") return secrets.includes(String(value)) ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [masked(key, secrets), maskedValue(item, secrets)]));
}

function masked(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST_MASKED)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
      Buffer.from(secret).toString("base64url"),
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
    ])
    // The longest first: a shorter one would leave the rest of it.
    .sort((a, b) => b.length - a.length);
  return [...new Set(forms)].reduce((left, form) => left.replaceAll(form, MASK), text);
}
