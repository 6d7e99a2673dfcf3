import "server-only";

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
 * Why a request is refused, or null. The Host header must be a loopback name or one of STUDIO_ALLOWED_HOSTS (comma
 * separated), so that no other site's name can be pointed at the studio; a write from a page must come from this origin.
 */
export function refusalOf(request: Request, setting = process.env.STUDIO_ALLOWED_HOSTS): string | null {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const name = nameOf(host);
  if (!LOOPBACK.has(name) && !allowedHosts(setting).has(name)) {
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
