import { createHash } from "node:crypto";
import onHeaders from "on-headers";
import type { ServerResponse } from "node:http";

/** Address to which browsers report violations of the Content-Security-Policy. */
export const REPORT_PATH = "/csp-report";

/**
 * Sent with every response. The referrer policy is not `no-referrer`, because browsers then send
 * `Origin: null` with the site's own forms.
 */
export const SECURITY_HEADERS = [
  ["Reporting-Endpoints", `csp="${REPORT_PATH}"`],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  [
    "Permissions-Policy",
    "accelerometer=(), autoplay=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
      "magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  ],
] as const;

export const CSP = "Content-Security-Policy";

/** Sent with responses over https. */
export const HSTS = ["Strict-Transport-Security", "max-age=31536000"] as const;

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
    // The newer directive wins where a browser knows both.
    `report-uri ${REPORT_PATH}`,
    "report-to csp",
  ].join("; ");
}

const INLINE_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * The hash sources (CSP Level 3) of the inline scripts that a rendering has marked as its own, those that wait to be
 * started included. An injected script does not know the nonce, so it gets no hash.
 *
 * @param nonce of the rendering
 */
export function scriptHashes(html: string, nonce: string): string[] {
  const own = [...html.matchAll(INLINE_SCRIPT)].filter(
    ([, attributes = ""]) => attributes.includes(marked(nonce)) && !attributes.includes(" src="),
  );
  const hashes = own.map(([, , source = ""]) => {
    return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
  });
  return [...new Set(hashes)];
}

/** Takes the nonce out of a document, so that two renderings of the same page are the same bytes. */
export function withoutNonce(html: string, nonce: string): string {
  return html.replaceAll(marked(nonce), "");
}

/** The attribute as React writes it. */
const marked = (nonce: string) => ` nonce="${nonce}"`;

/** Remix answers 405 only at addresses without an action. */
const ALLOWED = "GET, HEAD";

/**
 * Puts headers on a response that is made for one request: its reference, and the security headers. It is completed as
 * its head is written: a 405 says what is allowed (RFC 9110, section 15.5.6), and no cache keeps an error. HEAD sets no
 * cookie: the page that it does not show would take the message that waits for the next one.
 */
export function prepareHeaders(
  response: ServerResponse,
  options: { requestId: string; nonce: string; https: boolean; contentSecurityPolicy: boolean },
): void {
  onHeaders(response, () => {
    const { statusCode: status } = response;
    if (response.req.method === "HEAD") response.removeHeader("Set-Cookie");
    if (status === 405 && !response.hasHeader("Allow")) response.setHeader("Allow", ALLOWED);
    if (status >= 400 && !response.hasHeader("Cache-Control")) {
      response.setHeader("Cache-Control", "no-store");
    }
  });
  response.setHeader("X-Request-Id", options.requestId);
  for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
  if (options.contentSecurityPolicy) {
    response.setHeader(CSP, contentSecurityPolicy([`'nonce-${options.nonce}'`]));
  }
  if (options.https) response.setHeader(...HSTS);
}

/** Widens the policy of one response by a source that its page may frame. */
export function allowFrame(response: ServerResponse, source: string): void {
  const policy = response.getHeader(CSP);
  if (typeof policy === "string") response.setHeader(CSP, `${policy}; frame-src ${source}`);
}

/** Lets the page of one response bring a style element with the nonce, instead of the site's style sheet. */
export function allowOwnStyle(response: ServerResponse, nonce: string): void {
  const policy = response.getHeader(CSP);
  if (typeof policy === "string") {
    response.setHeader(CSP, policy.replace("style-src 'self'", `style-src 'nonce-${nonce}'`));
  }
}
