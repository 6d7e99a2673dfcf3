import "server-only";
import type { Principal } from "./access/principal";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

const nameOf = (host: string): string => {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return "";
  }
};

const allowedHosts = (setting: string | undefined): Set<string> =>
  new Set(
    (setting ?? "")
      .split(",")
      .map((name) => nameOf(name.trim()))
      .filter((name) => name !== ""),
  );

/**
 * Why a request is refused, or null. The Host header must be a loopback name, STUDIO_HOST or one of STUDIO_ALLOWED_HOSTS
 * (comma separated), so that no other site's name can be pointed at the studio; a write from a page must come from this origin.
 */
export function refusalOf(
  request: Request,
  setting = process.env.STUDIO_ALLOWED_HOSTS,
  listening = process.env.STUDIO_HOST,
): string | null {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const name = nameOf(host);
  if (!LOOPBACK.has(name) && name !== nameOf(listening ?? "") && !allowedHosts(setting).has(name)) {
    return "This host name is not served. Add it to STUDIO_ALLOWED_HOSTS.";
  }
  if (READS.has(request.method)) return null;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return "Writes from other sites are refused.";
  const origin = request.headers.get("origin");
  if (origin === null) return null;
  let originHost: string;
  try {
    originHost = new URL(origin).host;
  } catch {
    return "Writes from other sites are refused.";
  }
  return originHost === host ? null : "Writes from other sites are refused.";
}

/** Bytes of a body that is taken at most; case files of 200 MB are imported as JSON. */
const MAX_BODY = 256 * 1024 * 1024;
/** The same from somebody who is not signed in: an e-mail and a password, a link and a password. */
const MAX_BODY_OF_NOBODY = 16 * 1024;

/**
 * Why the body of a request is not read, or null. It is JSON or nothing, since a form of another site can send everything
 * else without asking first; what comes with a cookie comes from a page, which says where it is; and nobody may make the
 * studio read much.
 */
export function bodyRefusalOf(
  request: Request,
  asking: Principal["kind"],
): { status: number; code: string; message: string } | null {
  if (READS.has(request.method)) return null;
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/json\s*(?:;|$)/i.test(type)) {
    return { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message: "Send the body as application/json." };
  }
  if (asking === "person" && !request.headers.has("origin") && !request.headers.has("sec-fetch-site")) {
    return { status: 403, code: "FORBIDDEN", message: "A write with a cookie comes from a page. Use a token in scripts." };
  }
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > MAX_BODY) return { status: 413, code: "PAYLOAD_TOO_LARGE", message: "The body is larger than 256 MB." };
  if (asking === "nobody" && (length > MAX_BODY_OF_NOBODY || request.headers.has("transfer-encoding"))) {
    return { status: 401, code: "UNAUTHORIZED", message: "Sign in first: a body of this size is read for nobody unknown." };
  }
  return null;
}
