import {
  compressResponse,
  type Coding,
  type HeaderList,
  type CachedResponse,
} from "./cached-response.server";
import {
  contentSecurityPolicy,
  CSP,
  scriptHashes,
  SECURITY_HEADERS,
  withoutNonce,
} from "../security-headers.server";

/** Headers of the rendering that the cached response replaces. */
const OVERRIDDEN_HEADERS = ["cache-control", "content-length", "server-timing", "vary"];

/** A response that was rendered for nobody in particular. */
export interface Rendered {
  response: Response;
  /** Marks the inline scripts that the rendering itself wrote. */
  nonce: string;
}

/**
 * Makes a cacheable response of what Remix answered, when it is fit for others: a success that sets no cookie. A document's
 * Content-Security-Policy names the hashes of its own scripts, so that no nonce makes two responses differ.
 *
 * @param rendered without anything personal
 * @param options `proxyControl`: what shared proxies alone are told; `quality`: of brotli; `coding`: the only one cached
 * @returns null for a response that is one visitor's alone
 */
export async function cacheDocument(
  { response: made, nonce }: Rendered,
  {
    cacheControl,
    proxyControl,
    vary,
    quality,
    coding,
  }: {
    cacheControl: string;
    proxyControl?: string;
    vary: string;
    quality: number;
    coding?: Coding;
  },
): Promise<CachedResponse | null> {
  if (made.status !== 200 || made.headers.has("Set-Cookie")) return null;
  const text = await made.text();
  const isHtml = made.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const body = Buffer.from(isHtml ? withoutNonce(text, nonce) : text);
  const policy = contentSecurityPolicy(isHtml ? scriptHashes(text, nonce) : []);
  const headers: HeaderList = [
    ...SECURITY_HEADERS,
    [CSP, policy],
    ...[...made.headers].filter(([name]) => !OVERRIDDEN_HEADERS.includes(name)),
    ["Cache-Control", cacheControl],
    ...(proxyControl ? [["CDN-Cache-Control", proxyControl] as const] : []),
    ["Vary", vary],
  ];
  return compressResponse(body, headers, quality, coding);
}
