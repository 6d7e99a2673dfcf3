import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";

/**
 * What a page may load and run. A script runs where it carries the nonce of this one answer or was loaded by one that
 * does, so text that finds its way into a page is never run. Styles stay 'unsafe-inline': Mantine and Monaco set them on
 * elements and add rules while they run. Workers are Monaco's, files of this studio.
 */
const policy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Gives every page its policy, and tells the page which one was asked for. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // The framework reads the nonce for its own scripts from here.
  headers.set("content-security-policy", policy(nonce));
  headers.set("x-studio-page", `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy(nonce));
  return response;
}

/** Pages alone: the API says what its answers are, and files have no page to protect. */
export const config = { matcher: ["/((?!api(?:/|$)|_next/static/|_next/image|icon\\.svg).*)"] };
