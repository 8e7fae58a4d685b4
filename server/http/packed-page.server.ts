import { createHash } from "node:crypto";
import type { OutgoingHttpHeader } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import {
  contentSecurityPolicy,
  CSP,
  scriptHashes,
  SECURITY_HEADERS,
  withoutNonce,
} from "./security-headers.server";

/** Content codings of made pages, the most effective first. */
export const CODINGS = ["br", "gzip"] as const;

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

type Headers = readonly (readonly [name: string, value: string])[];

/** How other caches may keep a made page, and how well it is compressed. */
export interface CachingRules {
  headers: Headers;
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
  const digest = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const own = [...response.headers].filter(([name]) => !OVERRIDDEN_HEADERS.includes(name));
  const all = headersOf(digest, isHtml ? scriptHashes(text, nonce) : [], [...own, ...headers]);
  const packed = coding === "identity" ? plain : await compressed[coding](plain, quality);
  return packed.length < plain.length
    ? assemble(all, packed, coding)
    : assemble(all, plain, "identity");
}

const compressed = {
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
};

/** @param id of the content. The tag is weak, because the codings share it. */
function headersOf(id: string, scripts: readonly string[], own: Headers): Headers {
  const policy = [CSP, contentSecurityPolicy(scripts)] as const;
  return [...SECURITY_HEADERS, policy, ...own, ["ETag", `W/"${id}"`]];
}

function assemble(headers: Headers, body: Buffer, coding: Coding): MadePage {
  const encoding = coding === "identity" ? [] : ["Content-Encoding", coding];
  return {
    etag: headers.at(-1)?.[1] ?? "",
    head: [...headers.flat(), ...encoding, "Content-Length", String(body.length)],
    notModified: headers.filter(([name]) => !/^content-type/i.test(name)).flat(),
    body,
  };
}
