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
  withoutNonce,
} from "../security-headers.server";

/** Content codings of cached responses, the smallest first. */
const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number] | "identity";

/** Headers by name and value. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

interface Variant {
  body: Buffer;
  /** Names and values in turn, as `writeHead` takes them fastest. */
  head: OutgoingHttpHeader[];
}

/** A cached response of status 200. */
export interface CachedResponse {
  variants: ReadonlyMap<Coding, Variant>;
  etag: string;
  /** The `Last-Modified` header of a file. */
  lastModified: string | undefined;
  /** What a 304 says (RFC 9110, section 15.4.5), and the security headers, which browsers renew by it. */
  notModified: OutgoingHttpHeader[];
  /** The `Server-Timing` header of this moment, where there is one. */
  timing?: () => string;
  /** How much memory it takes. */
  bytes: number;
}

/** A window as long as the body: zlib's default takes megabytes, however small the body is. */
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

/** A response that was rendered for nobody in particular. */
export interface Rendered {
  response: Response;
  /** Marks the inline scripts that the rendering itself wrote. */
  nonce: string;
}

/** How a rendering is cached, and what caches elsewhere are told. */
export interface CachingRules {
  cacheControl: string;
  /** What shared proxies alone are told (RFC 9213). */
  proxyControl?: string;
  vary: string;
  /** Of brotli, up to 11. */
  quality: number;
  /** The one coding to cache; every one where it is not given. */
  coding?: Coding | undefined;
}

/** Takes two milliseconds for a document; whoever asks first waits for it. */
const QUICK_QUALITY = 4;

/**
 * Shared proxies may send a page for a minute, and for ten more while they ask for a newer one (RFC 5861). Browsers
 * ask each time: an old page would want scripts that are gone, and Firefox would show one without the
 * `must-revalidate`. `CDN-Cache-Control` is for proxies that would apply `must-revalidate` to themselves. The page may
 * differ for a visitor with a cookie.
 */
const FOR_PROXIES = "stale-while-revalidate=600";

/** A page that is the same for everybody. */
export const PAGE: CachingRules = {
  cacheControl: `public, max-age=0, must-revalidate, s-maxage=60, ${FOR_PROXIES}`,
  proxyControl: `public, max-age=60, ${FOR_PROXIES}`,
  vary: "Accept-Encoding, Cookie",
  quality: QUICK_QUALITY,
};

/** A view of figures that change. */
export const VIEW: CachingRules = {
  cacheControl: "private, no-cache",
  vary: "Accept-Encoding",
  quality: QUICK_QUALITY,
};

/** Headers of the rendering that the cached response replaces. */
const OVERRIDDEN_HEADERS = ["cache-control", "content-length", "server-timing", "vary"];

/**
 * Makes a cacheable response of what Remix answered, when it is fit for others: a success that sets no cookie. A document's
 * Content-Security-Policy names the hashes of its own scripts, so that no nonce makes two responses differ.
 *
 * @returns null for a response that is one visitor's alone
 */
export async function cacheDocument(
  { response: made, nonce }: Rendered,
  { cacheControl, proxyControl, vary, quality, coding }: CachingRules,
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

/**
 * Compresses a response, to be cached.
 *
 * @param headers without those of the coding, the length and the tag
 * @param quality of brotli: 11 takes a tenth of a second, 5 two milliseconds
 * @param only the one coding to cache; every one where it is not given
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
 * A response from its bytes.
 *
 * @param bodies codings that save nothing are left out
 * @param only the one coding to cache, where it saves something
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
  const asItIs = only === undefined || codings.length === 0;
  for (const coding of asItIs ? ([...codings, "identity"] as const) : codings) {
    const body = onItsOwn(bodies[coding] ?? identity);
    const ofCoding = coding === "identity" ? [] : [["Content-Encoding", coding] as const];
    const head = [...common, ...ofCoding, ["Content-Length", String(body.length)] as const].flat();
    variants.set(coding, { body, head });
  }
  const notModified = common.filter(([name]) => !name.startsWith("Content-Type")).flat();
  const bytes = [...variants.values()].reduce(
    (sum, { body }) => sum + body.length,
    // The variants share nearly all of their headers.
    textBytes(common.flat().join("")),
  );
  const lastModified = headers.find(([name]) => name === "Last-Modified")?.[1];
  return { variants, etag, lastModified, notModified, bytes };
}

/** Copies what zlib made, which is a part of a buffer of 16 KB and more that would be kept with it. */
function onItsOwn(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const own = Buffer.allocUnsafeSlow(body.length);
  body.copy(own);
  return own;
}

/** Sends a response: whole, its head alone, or 304 to a client that has it already. */
export function sendCached(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { variants, etag, lastModified, notModified, timing }: CachedResponse,
  { requestId, https }: { requestId: string; https: boolean },
): void {
  const own = ["X-Request-Id", requestId];
  if (https) own.push(...HSTS);
  if (timing) own.push("Server-Timing", timing());
  if (fresh(headers, { etag, "last-modified": lastModified })) {
    response.writeHead(304, notModified.concat(own)).end();
    return;
  }
  const variant = variants.get(codingFor(headers["accept-encoding"])) ?? variants.get("identity");
  if (variant === undefined) throw new Error("A response is always cached as it is, too");
  response.writeHead(200, variant.head.concat(own));
  response.end(method === "HEAD" ? undefined : variant.body);
}

/** What version 1 of the library offers; its published types describe an older version. */
interface Preferring {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** Browsers send a handful of different texts, none of them long. */
const LONGEST_ACCEPTED = 256;
const chosen = createBoundedMap<Coding>("codings");

/**
 * The coding that a visitor takes (RFC 9110, section 12.5.3), the smallest first among those the visitor likes the same.
 *
 * @param accepted the `Accept-Encoding` header; one that is too long to come from a browser takes the content as it is
 */
export function codingFor(accepted = ""): Coding {
  if (accepted.length > LONGEST_ACCEPTED) return "identity";
  const known = chosen.get(accepted);
  if (known !== undefined) return known;
  const negotiator: Preferring = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [best] = negotiator.encodings([...CODINGS, "identity"], { preferred: [...CODINGS] });
  const coding = CODINGS.find((one) => one === best) ?? "identity";
  chosen.set(accepted, coding);
  return coding;
}
