import { createHash } from "node:crypto";
import onHeaders from "on-headers";
import type { ServerResponse } from "node:http";
import type { Visit } from "./visit.server";

/**
 * Sent with every response. The referrer policy is not `no-referrer`, because browsers then send
 * `Origin: null` with the site's own forms.
 */
export const SECURITY_HEADERS = new Map([
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  [
    "Permissions-Policy",
    "accelerometer=(), autoplay=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
      "magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  ],
]);

/**
 * Headers of every response to a visit: its reference id, `Server-Timing` with the server's time and whether the request
 * asks to save data, which a page for everybody cannot say, and over https the order to stay there.
 */
export function visitHeaders({ request, context }: Pick<Visit, "request" | "context">) {
  const saveData = request.headers["save-data"] === "on" ? ", save-data" : "";
  const headers: [name: string, value: string][] = [
    ["X-Request-Id", context.requestId],
    ["Server-Timing", `clock;dur=${Date.now()}${saveData}`],
  ];
  if (context.https) headers.push(["Strict-Transport-Security", "max-age=31536000"]);
  return headers;
}

export const CSP = "Content-Security-Policy";

/**
 * The Content-Security-Policy of a response: scripts run only from this origin or as one of the sources. Style
 * attributes are allowed because the charts and React write them.
 *
 * @param scripts CSP source expressions of inline scripts: a nonce, or hashes
 */
export function contentSecurityPolicy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const INLINE_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * Returns the hash sources (CSP Level 3) of the inline scripts that carry the rendering's nonce, including scripts that
 * run later. An injected script does not know the nonce, so it gets no hash.
 *
 * @param nonce of the rendering
 */
export function scriptHashes(html: string, nonce: string): string[] {
  const ownScripts = [...html.matchAll(INLINE_SCRIPT)].filter(
    ([, attributes = ""]) => attributes.includes(nonceText(nonce)) && !attributes.includes(" src="),
  );
  const hashes = ownScripts.map(([, , source = ""]) => {
    return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
  });
  return [...new Set(hashes)];
}

/** Removes the nonce from a document, so that two renderings of the same page have equal bytes. */
export function withoutNonce(html: string, nonce: string): string {
  return html.replaceAll(nonceText(nonce), "");
}

/** The `nonce` attribute as React writes it. */
const nonceText = (nonce: string) => ` nonce="${nonce}"`;

/**
 * Sets the headers of every response, and the security headers. When the head is written, a 405 gets `Allow` (RFC 9110,
 * section 15.5.6), and the connection closes if the process drains by now. Browsers revalidate what says nothing else,
 * and do not store errors; a 304 changes nothing of what they have stored. HEAD sets no cookie: it would remove a
 * pending message that the visitor has not seen yet.
 */
export function prepareHeaders(
  visit: Visit,
  options: { contentSecurityPolicy: boolean; draining: AbortSignal },
): void {
  const { request, response, context } = visit;
  onHeaders(response, () => {
    const { statusCode: status } = response;
    if (options.draining.aborted) response.shouldKeepAlive = false;
    if (request.method === "HEAD") response.removeHeader("Set-Cookie");
    // Remix answers 405 at addresses without an action; so does the dashboard to what none of its forms sent.
    if (status === 405 && !response.hasHeader("Allow")) response.setHeader("Allow", "GET, HEAD");
    if (status !== 304 && !response.hasHeader("Cache-Control")) {
      response.setHeader("Cache-Control", status >= 400 ? "no-store" : "private, no-cache");
    }
  });
  response.setHeaders(new Map([...SECURITY_HEADERS, ...visitHeaders(visit)]));
  if (options.contentSecurityPolicy) {
    response.setHeader(CSP, contentSecurityPolicy([`'nonce-${context.nonce}'`]));
  }
}

/** Allows the page of one response to frame a source. */
export function allowFrame(response: ServerResponse, source: string): void {
  const policy = response.getHeader(CSP);
  if (typeof policy === "string") response.setHeader(CSP, `${policy}; frame-src ${source}`);
}
