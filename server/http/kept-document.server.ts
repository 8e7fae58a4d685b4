import { keepAnswer, type HeaderList, type KeptAnswer } from "./kept-answer.server";
import {
  contentSecurityPolicy,
  CSP,
  scriptHashes,
  SECURITY_HEADERS,
} from "./security-headers.server";

/** Headers that are said anew of the kept answer. */
const SAID_ANEW = ["cache-control", "content-length", "vary"];

/**
 * Keeps what Remix answered, when it is fit for others: a success that sets no cookie. A document's
 * Content-Security-Policy names the hashes of its own scripts, so that no nonce makes two answers differ.
 *
 * @param made rendered without a nonce and without anything personal
 * @param options `proxyControl`: what shared proxies alone are told; `quality`: of brotli
 * @returns null for an answer that is one visitor's alone
 */
export async function keepDocument(
  made: Response,
  {
    cacheControl,
    proxyControl,
    vary,
    quality,
  }: { cacheControl: string; proxyControl?: string; vary: string; quality: number },
): Promise<KeptAnswer | null> {
  if (made.status !== 200 || made.headers.has("Set-Cookie")) return null;
  const body = Buffer.from(await made.arrayBuffer());
  const isHtml = made.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const policy = contentSecurityPolicy(isHtml ? scriptHashes(body.toString()) : []);
  const headers: HeaderList = [
    ...SECURITY_HEADERS,
    [CSP, policy],
    ...[...made.headers].filter(([name]) => !SAID_ANEW.includes(name)),
    ["Cache-Control", cacheControl],
    ...(proxyControl ? [["CDN-Cache-Control", proxyControl] as const] : []),
    ["Vary", vary],
  ];
  return keepAnswer(body, headers, quality);
}
