import type { ServerResponse } from "node:http";

/**
 * Sent with every answer. The referrer policy is not `no-referrer`, because browsers then send
 * `Origin: null` with the site's own forms.
 */
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy":
    "accelerometer=(), autoplay=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
    "magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
};

const CSP = "Content-Security-Policy";

/**
 * Scripts run only with the response's nonce or from this origin. Style attributes are allowed because the
 * charts and React write them.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'nonce-NONCE'",
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

/** Puts the security headers on an answer. */
export function setSecurityHeaders(
  response: ServerResponse,
  options: { nonce: string; https: boolean; contentSecurityPolicy: boolean },
): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (options.contentSecurityPolicy) {
    response.setHeader(CSP, POLICY.replace("NONCE", options.nonce));
  }
  if (options.https) response.setHeader("Strict-Transport-Security", "max-age=31536000");
}

/** Widens the policy of one answer by a source that its page may frame. */
export function allowFrame(response: ServerResponse, source: string): void {
  const policy = response.getHeader(CSP);
  if (typeof policy === "string") response.setHeader(CSP, `${policy}; frame-src ${source}`);
}

/** Lets the page of one answer bring a style element with the nonce, instead of the site's style sheet. */
export function allowOwnStyle(response: ServerResponse, nonce: string): void {
  const policy = response.getHeader(CSP);
  if (typeof policy === "string") {
    response.setHeader(CSP, policy.replace("style-src 'self'", `style-src 'nonce-${nonce}'`));
  }
}
