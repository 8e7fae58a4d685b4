import type { IncomingMessage } from "node:http";
import type { AddressFault } from "../../process/request-url.server";
import { announcesTooMuch } from "./body-limit.server";
import { isCrossOrigin, isForeignRead } from "./cross-origin-guard.server";
import type { Refusal } from "./refusal-page.server";

export const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];

/** Methods of pages. Forms know no others. */
export const METHODS: readonly string[] = [...SAFE_METHODS, "POST"];

/** Whether a request may change something. */
export function isUnsafe({ method = "" }: Pick<IncomingMessage, "method">): boolean {
  return !SAFE_METHODS.includes(method);
}

/**
 * Why a request is not answered at all; null when it is.
 *
 * @param request with its headers as received
 * @param options `address`: what it asks for, or why that cannot be read; `methods`: those of the address; `siteOrigin`:
 *   origin of `SITE_URL`; `isDataOfNoPage`: whether it asks for data of an address that is no page
 */
export function findRefusal(
  request: IncomingMessage,
  {
    address,
    methods,
    siteOrigin,
    isDataOfNoPage,
  }: {
    address: URL | AddressFault;
    methods: readonly string[];
    siteOrigin: string;
    isDataOfNoPage: (method: string, url: URL) => boolean;
  },
): Refusal | null {
  const { headers, method = "" } = request;
  if (address === "too-long") return address;
  if (!methods.includes(method)) return "method";
  if (typeof address === "string") return address;
  const { origin, referer, host } = headers;
  const header = (name: string) => headers[name]?.toString();
  const secFetchSite = header("sec-fetch-site");
  const isForeign = isUnsafe(request)
    ? isCrossOrigin({ secFetchSite, origin, referer, host }, siteOrigin)
    : isForeignRead(secFetchSite, header("sec-fetch-dest"));
  if (isForeign) return "foreign";
  if (announcesTooMuch(request)) return "too-large";
  return isDataOfNoPage(method, address) ? "absent" : null;
}
