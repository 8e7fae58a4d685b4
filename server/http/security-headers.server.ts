import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

/** Where browsers tell what the Content-Security-Policy kept from happening. */
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

/** Sent to those who came by https. */
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

const [BEFORE_NONCE = "", AFTER_NONCE = ""] = contentSecurityPolicy(["'nonce-NONCE'"]).split(
  "NONCE",
);

const INLINE_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * The hash sources (CSP Level 3) of the inline scripts that a rendering has marked as its own, those that wait to be
 * started included. A script that got into the document in another way does not know the mark.
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

/** A document without the marks of its rendering, so that two renderings of the same are the same bytes. */
export function withoutNonce(html: string, nonce: string): string {
  return html.replaceAll(marked(nonce), "");
}

/** As React writes it. */
const marked = (nonce: string) => ` nonce="${nonce}"`;

/** Puts the security headers on a response that is made for one request. */
export function setSecurityHeaders(
  response: ServerResponse,
  options: { nonce: string; https: boolean; contentSecurityPolicy: boolean },
): void {
  for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
  if (options.contentSecurityPolicy) {
    response.setHeader(CSP, `${BEFORE_NONCE}${options.nonce}${AFTER_NONCE}`);
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
