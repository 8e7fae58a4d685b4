import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import fresh from "fresh";
import Negotiator from "negotiator";
import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import {
  contentSecurityPolicy,
  CSP,
  HSTS,
  scriptHashes,
  SECURITY_HEADERS,
  serverClock,
  withoutNonce,
} from "../security-headers.server";

/** Content codings of cached responses, the most effective first. */
const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number] | "identity";

/** Headers as pairs of name and value. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

interface Variant {
  body: Buffer;
  /** Alternating header names and values: the form that `writeHead` handles fastest. */
  head: OutgoingHttpHeader[];
}

/** A cached response of status 200. */
export interface CachedResponse {
  variants: ReadonlyMap<Coding, Variant>;
  etag: string;
  /** Headers of a 304 (RFC 9110, section 15.4.5), including the security headers, which browsers update from it. */
  notModified: OutgoingHttpHeader[];
  /** Memory that all variants and headers take. */
  bytes: number;
}

/** Base-2 logarithm of a brotli window as long as the body: zlib's default takes megabytes, however small the body is. */
function windowFor(body: Buffer): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_MAX_WINDOW_BITS: most } = constants;
  return Math.min(Math.max(Math.ceil(Math.log2(body.length + 1)), least), most);
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

/** A response that was rendered without any visitor's data. */
export interface Rendered {
  response: Response;
  /** Nonce of the inline scripts that the rendering itself wrote. */
  nonce: string;
}

/** How a rendered response is cached here, and its headers for other caches. */
export interface CachingRules {
  cacheControl: string;
  /** `CDN-Cache-Control`, which only shared proxies read (RFC 9213). */
  proxyControl?: string;
  vary: string;
  /** Brotli quality, up to 11. */
  quality: number;
  /** The only coding to cache; all codings when unset. */
  coding?: Coding | undefined;
}

/** Brotli quality that takes two milliseconds for a document. The first visitor waits for the compression. */
const QUICK_QUALITY = 4;

/**
 * Shared proxies may serve a page for one minute, and for ten more while they revalidate it (RFC 5861). Browsers
 * revalidate each time: an old page would load scripts that no longer exist, and Firefox would show an old page without
 * `must-revalidate`. `CDN-Cache-Control` is for proxies that would apply `must-revalidate` to themselves. The page may
 * differ for a visitor with a cookie.
 */
const FOR_PROXIES = "stale-while-revalidate=600";

/** Rules for a page that is the same for everybody. */
export const PAGE: CachingRules = {
  cacheControl: `public, max-age=0, must-revalidate, s-maxage=60, ${FOR_PROXIES}`,
  proxyControl: `public, max-age=60, ${FOR_PROXIES}`,
  vary: "Accept-Encoding, Cookie",
  quality: QUICK_QUALITY,
};

/** Rules for a dashboard view, whose figures change. */
export const VIEW: CachingRules = {
  cacheControl: "private, no-cache",
  vary: "Accept-Encoding",
  quality: QUICK_QUALITY,
};

/** Headers of the rendered response that the cached response replaces. */
const OVERRIDDEN_HEADERS = ["cache-control", "content-length", "server-timing", "vary"];

/**
 * Turns Remix's response into a cacheable one when it may be shared: status 200 and no `Set-Cookie`. The policy of a
 * document lists hashes of its inline scripts instead of a nonce, so that equal documents have equal bytes.
 *
 * @returns null for a response that may not be shared
 */
export async function cacheDocument(
  { response, nonce }: Rendered,
  { cacheControl, proxyControl, vary, quality, coding }: CachingRules,
): Promise<CachedResponse | null> {
  if (response.status !== 200 || response.headers.has("Set-Cookie")) return null;
  const text = await response.text();
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const body = Buffer.from(isHtml ? withoutNonce(text, nonce) : text);
  const policy = contentSecurityPolicy(isHtml ? scriptHashes(text, nonce) : []);
  const headers: HeaderList = [
    ...SECURITY_HEADERS,
    [CSP, policy],
    ...[...response.headers].filter(([name]) => !OVERRIDDEN_HEADERS.includes(name)),
    ["Cache-Control", cacheControl],
    ...(proxyControl ? [["CDN-Cache-Control", proxyControl] as const] : []),
    ["Vary", vary],
  ];
  return compressResponse(body, headers, quality, coding);
}

/**
 * Compresses a response body for the cache.
 *
 * @param headers all but `Content-Encoding`, `Content-Length` and `ETag`
 * @param quality of brotli: 11 takes a tenth of a second, 5 two milliseconds
 * @param only the only coding to cache; all codings when omitted
 */
export async function compressResponse(
  body: Buffer,
  headers: HeaderList,
  quality: number,
  only?: Coding,
): Promise<CachedResponse> {
  const [br, gzip] = await Promise.all([
    only && only !== "br" ? undefined : compressed.br(body, quality),
    only && only !== "gzip" ? undefined : compressed.gzip(body),
  ]);
  return cachedResponse({ identity: body, br, gzip }, headers, only);
}

/**
 * Creates a cached response from its bodies.
 *
 * @param bodies a coding that does not make the body smaller is left out
 * @param only the only coding to cache, unless it does not make the body smaller
 */
export function cachedResponse(
  bodies: { identity: Buffer } & Partial<Record<Coding, Buffer | undefined>>,
  headers: HeaderList,
  only?: Coding,
): CachedResponse {
  const { identity } = bodies;
  // A weak tag, because the codings share it.
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  const common = [...headers, ["ETag", etag] as const];
  const worthwhile = CODINGS.filter(
    (coding) => (bodies[coding]?.length ?? Infinity) < identity.length,
  );
  const variants = new Map<Coding, Variant>();
  const codings = only === undefined ? worthwhile : worthwhile.filter((coding) => coding === only);
  const includesIdentity = only === undefined || codings.length === 0;
  for (const coding of includesIdentity ? ([...codings, "identity"] as const) : codings) {
    const body = copiedFromPool(bodies[coding] ?? identity);
    const encoding = coding === "identity" ? [] : [["Content-Encoding", coding] as const];
    const head = [...common, ...encoding, ["Content-Length", String(body.length)] as const].flat();
    variants.set(coding, { body, head });
  }
  const notModified = common.filter(([name]) => !name.startsWith("Content-Type")).flat();
  const bytes = [...variants.values()].reduce(
    (sum, { body }) => sum + body.length,
    // The variants share nearly all of their headers.
    textBytes(common.flat().join("")),
  );
  return { variants, etag, notModified, bytes };
}

/** Copies zlib's output out of its buffer of 16 KB and more, which the cache would otherwise keep in memory. */
function copiedFromPool(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

/** Sends a cached response: complete, only its head for HEAD, or 304 when the client's copy is current. */
export function sendCached(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { variants, etag, notModified }: CachedResponse,
  { requestId, https }: { requestId: string; https: boolean },
): void {
  const extraHeaders = ["X-Request-Id", requestId, ...serverClock()];
  if (https) extraHeaders.push(...HSTS);
  if (fresh(headers, { etag })) {
    response.writeHead(304, notModified.concat(extraHeaders)).end();
    return;
  }
  const variant = variants.get(codingFor(headers["accept-encoding"])) ?? variants.get("identity");
  if (variant === undefined) throw new Error("A response is always cached as it is, too");
  response.writeHead(200, variant.head.concat(extraHeaders));
  response.end(method === "HEAD" ? undefined : variant.body);
}

/** The method of Negotiator 1 as used here; the published types describe an older version. */
interface Negotiation {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** Longest `Accept-Encoding` header that is read. Browsers send a handful of different, short ones. */
const LONGEST_ACCEPTED = 256;
const codingsByHeader = createBoundedMap<Coding>("codings");

/**
 * Negotiates the content coding (RFC 9110, section 12.5.3). Of equally preferred codings the most effective one wins.
 *
 * @param accepted the `Accept-Encoding` header; for one too long to come from a browser the coding is `identity`
 */
export function codingFor(accepted = ""): Coding {
  if (accepted.length > LONGEST_ACCEPTED) return "identity";
  const cached = codingsByHeader.get(accepted);
  if (cached !== undefined) return cached;
  const negotiator: Negotiation = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [best] = negotiator.encodings([...CODINGS, "identity"], { preferred: [...CODINGS] });
  const coding = CODINGS.find((candidate) => candidate === best) ?? "identity";
  codingsByHeader.set(accepted, coding);
  return coding;
}
