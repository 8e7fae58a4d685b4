import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import {
  contentSecurityPolicy,
  CSP,
  scriptHashes,
  SECURITY_HEADERS,
  withoutNonce,
} from "./response-headers.server";

/** A response of status 200 for many visitors, in one content coding. */
export interface MadePage {
  etag: string;
  /** Alternating header names and values: the form that `writeHead` handles fastest. */
  head: string[];
  /** Headers of a 304 (RFC 9110, section 15.4.5), including the security headers, which browsers update from it. */
  notModified: string[];
  body: Buffer;
}

/** A response that was rendered without any visitor's data. */
export interface Rendered {
  response: Response;
  /** Nonce of the inline scripts that the rendering itself wrote. */
  nonce: string;
}

/** How other caches may keep a made page, and how well it is compressed. */
interface CachingRules {
  headers: Readonly<Record<string, string>>;
  /** Brotli quality, up to 11. The first visitor waits for the compression. */
  quality: number;
}

/**
 * Rules for a page that is the same for everybody. Shared proxies may serve it for one minute, and for ten more while
 * they revalidate it (RFC 5861). Browsers revalidate each time: an old page would load scripts that no longer exist, and
 * Firefox would show an old page without `must-revalidate`. `CDN-Cache-Control` is for proxies that would apply
 * `must-revalidate` to themselves. The page may differ for a visitor with a cookie, and its `Server-Timing` repeats `Save-Data`.
 */
export const PAGE: CachingRules = {
  headers: {
    "Cache-Control": "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600",
    "CDN-Cache-Control": "public, max-age=60, stale-while-revalidate=600",
    Vary: "Accept-Encoding, Cookie, Save-Data",
  },
  quality: 9,
};

/** Rules for a dashboard view, whose figures change. */
export const VIEW: CachingRules = {
  headers: { "Cache-Control": "private, no-cache", Vary: "Accept-Encoding" },
  quality: 4,
};

const pack = {
  br: (body: Buffer, quality: number) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        // A window of 128 KB, the size of a page: zlib's default takes megabytes, however small the body is.
        [constants.BROTLI_PARAM_LGWIN]: 17,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: (body: Buffer) => body,
};

/** Content codings of made pages, the most effective first. */
export const CODINGS = ["br", "gzip", "identity"] as const;

export type Coding = (typeof CODINGS)[number];

/**
 * Turns Remix's response into a page for many visitors when it may be shared: status 200 and no `Set-Cookie`. The
 * policy lists hashes of the inline scripts instead of a nonce, so that equal documents have equal bytes.
 *
 * @returns undefined for a response that may not be shared
 */
export async function makePage(
  { response, nonce }: Rendered,
  rules: CachingRules,
  coding: Coding,
): Promise<MadePage | undefined> {
  if (response.status !== 200 || response.headers.has("Set-Cookie")) return undefined;
  const text = await response.text();
  const plain = Buffer.from(withoutNonce(text, nonce));
  const body = await pack[coding](plain, rules.quality);
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  // Weak, because the codings share it.
  const etag = `W/"${digest}"`;
  const own = {
    ...rules.headers,
    [CSP]: contentSecurityPolicy(scriptHashes(text, nonce)),
    ETag: etag,
    "Content-Length": String(body.length),
    ...(coding !== "identity" && { "Content-Encoding": coding }),
  };
  const { headers } = response;
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  const all = [...SECURITY_HEADERS, ...headers];
  const notModified = all.filter(([name]) => !/^content-(?:type|encoding|length)$/.test(name));
  return { etag, head: all.flat(), notModified: notModified.flat(), body };
}
