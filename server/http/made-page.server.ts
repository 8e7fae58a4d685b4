import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import fresh from "fresh";
import Negotiator from "negotiator";
import {
  contentSecurityPolicy,
  CSP,
  HSTS,
  scriptHashes,
  SECURITY_HEADERS,
  serverClock,
  withoutNonce,
} from "./security-headers.server";

/** Content codings of made pages, the most effective first. */
const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number] | "identity";

/** A response of status 200 for many visitors, in one content coding. */
export interface MadePage {
  etag: string;
  /** Alternating header names and values: the form that `writeHead` handles fastest. */
  head: OutgoingHttpHeader[];
  /** Headers of a 304 (RFC 9110, section 15.4.5), including the security headers, which browsers update from it. */
  notModified: OutgoingHttpHeader[];
  body: Buffer;
}

/** A response that was rendered without any visitor's data. */
export interface Rendered {
  response: Response;
  /** Nonce of the inline scripts that the rendering itself wrote. */
  nonce: string;
}

/** How other caches may keep a made page, and how well it is compressed. */
export interface CachingRules {
  headers: readonly (readonly [name: string, value: string])[];
  /** Brotli quality, up to 11. The first visitor waits for the compression. */
  quality: number;
}

/**
 * Rules for a page that is the same for everybody. Shared proxies may serve it for one minute, and for ten more while
 * they revalidate it (RFC 5861). Browsers revalidate each time: an old page would load scripts that no longer exist, and
 * Firefox would show an old page without `must-revalidate`. `CDN-Cache-Control` is for proxies that would apply
 * `must-revalidate` to themselves. The page may differ for a visitor with a cookie.
 */
export const PAGE: CachingRules = {
  headers: [
    [
      "Cache-Control",
      "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600",
    ],
    ["CDN-Cache-Control", "public, max-age=60, stale-while-revalidate=600"],
    ["Vary", "Accept-Encoding, Cookie"],
  ],
  quality: 9,
};

/** Rules for a dashboard view, whose figures change. */
export const VIEW: CachingRules = {
  headers: [
    ["Cache-Control", "private, no-cache"],
    ["Vary", "Accept-Encoding"],
  ],
  quality: 4,
};

/** Headers of the rendered response that the made page replaces. */
const OVERRIDDEN_HEADERS = ["cache-control", "content-length", "server-timing", "vary"];

/**
 * Turns Remix's response into a page for many visitors when it may be shared: status 200 and no `Set-Cookie`. The
 * policy of a document lists hashes of its inline scripts instead of a nonce, so that equal documents have equal bytes.
 *
 * @returns null for a response that may not be shared
 */
export async function makePage(
  { response, nonce }: Rendered,
  { headers, quality }: CachingRules,
  coding: Coding,
): Promise<MadePage | null> {
  if (response.status !== 200 || response.headers.has("Set-Cookie")) return null;
  const text = await response.text();
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const plain = Buffer.from(isHtml ? withoutNonce(text, nonce) : text);
  // A weak tag, because the codings share it.
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const own = [...response.headers].filter(([name]) => !OVERRIDDEN_HEADERS.includes(name));
  const all = [
    ...SECURITY_HEADERS,
    [CSP, contentSecurityPolicy(isHtml ? scriptHashes(text, nonce) : [])] as const,
    ...own,
    ...headers,
    ["ETag", etag] as const,
  ];
  const packed = coding === "identity" ? plain : await compressed[coding](plain, quality);
  const isShorter = packed.length < plain.length;
  const body = copiedFromPool(isShorter ? packed : plain);
  const encoding = isShorter ? ["Content-Encoding", coding] : [];
  return {
    etag,
    head: [...all.flat(), ...encoding, "Content-Length", String(body.length)],
    notModified: all.filter(([name]) => !/^content-type/i.test(name)).flat(),
    body,
  };
}

const compressed = {
  br: (body: Buffer, quality: number) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: windowFor(body),
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Base-2 logarithm of a brotli window as long as the body: zlib's default takes megabytes, however small the body is. */
function windowFor(body: Buffer): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_MAX_WINDOW_BITS: most } = constants;
  return Math.min(Math.max(Math.ceil(Math.log2(body.length + 1)), least), most);
}

/** Copies zlib's output out of its buffer of 16 KB and more, which the cache would otherwise keep in memory. */
function copiedFromPool(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

/** Sends a made page: complete, only its head for HEAD, or 304 when the client's copy is current. */
export function sendMade(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { etag, head, notModified, body }: MadePage,
  { requestId, https }: { requestId: string; https: boolean },
): void {
  const own = ["X-Request-Id", requestId, ...serverClock(), ...(https ? HSTS : [])];
  if (fresh(headers, { etag })) {
    response.writeHead(304, notModified.concat(own)).end();
    return;
  }
  response.writeHead(200, head.concat(own));
  response.end(method === "HEAD" ? undefined : body);
}

/** The method of Negotiator 1 as used here; the published types describe an older version. */
interface Negotiation {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** Longest `Accept-Encoding` header that is read. */
const LONGEST_ACCEPTED = 256;

/**
 * Negotiates the content coding (RFC 9110, section 12.5.3). Of equally preferred codings the most effective one wins.
 *
 * @param accepted the `Accept-Encoding` header; for one too long to come from a browser the coding is `identity`
 */
export function codingFor(accepted = ""): Coding {
  if (accepted.length > LONGEST_ACCEPTED) return "identity";
  const negotiator: Negotiation = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [best] = negotiator.encodings([...CODINGS, "identity"], { preferred: [...CODINGS] });
  return CODINGS.find((candidate) => candidate === best) ?? "identity";
}
