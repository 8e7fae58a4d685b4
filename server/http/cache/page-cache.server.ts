import type { Logger } from "../../process/logger.server";
import { createSingleFlight } from "../../resilience/single-flight.server";
import { weightOf, type CachedResponse } from "./cached-response.server";
import { cacheDocument, type Rendered } from "./cached-document.server";
import type { CacheSize } from "../../operations/metrics.server";
import { pathOf } from "../../process/request-url.server";
import { fullPath, type RouteEntry } from "../route-label.server";

/** What a route's `handle` says when its document is the same for everybody until the next build. */
export interface PublicCache {
  /** Parameters of the query that the page reads: with one of them the page differs, and is not cached. */
  reads?: readonly string[];
}

export interface PageCacheOptions {
  /** Pages that are the same for everybody, by path. */
  pages: ReadonlyMap<string, PublicCache>;
  /** Renders a page for nobody in particular. */
  render: (target: string) => Promise<Rendered>;
  /** Whether a `Cookie` header holds anything that only its sender may see on a page. */
  isPersonal: (cookies: string | undefined) => boolean;
  logger: Pick<Logger, "error">;
}

/** Responses that are made once and sent to many. */
export interface PageCache {
  /**
   * The response that is cached already.
   *
   * @param target of a request that reads, as received
   * @param cookies the `Cookie` header
   * @param accepted the `Accept-Encoding` header
   */
  find(target: string, cookies: string | undefined, accepted?: string): CachedResponse | null;
  /**
   * Makes what is not cached yet, once for all who wait for it.
   *
   * @param network of the client who asks, in whose turns it is made unless it is the same for everybody
   * @returns null, now or in the end, when this request is to be answered by itself
   */
  make(
    target: string,
    cookies: string | undefined,
    network?: string,
    accepted?: string,
  ): Promise<CachedResponse | null> | null;
}

/** A cache that tells how much it holds. */
export interface WeighedPageCache extends PageCache {
  held(): CacheSize;
}

/**
 * Shared proxies may send a page for a minute, and for ten more while they ask for a newer one (RFC 5861). Browsers
 * ask each time: an old page would want scripts that are gone, and Firefox would show one without the
 * `must-revalidate`. `CDN-Cache-Control` (RFC 9213) is for proxies that would apply `must-revalidate` to themselves. The
 * page may differ for a visitor with a cookie.
 */
const FOR_PROXIES = "stale-while-revalidate=600";
const HEADERS = {
  cacheControl: `public, max-age=0, must-revalidate, s-maxage=60, ${FOR_PROXIES}`,
  proxyControl: `public, max-age=60, ${FOR_PROXIES}`,
  vary: "Accept-Encoding, Cookie",
};

/** The first visitor gets a quick compression; the best takes a tenth of a second and replaces it afterwards. */
const FIRST_QUALITY = 4;
const BEST_QUALITY = 11;

/** Whole documents of the pages that are the same for everybody, each made once for the life of the process. */
export function createPageCache(options: PageCacheOptions): WeighedPageCache {
  const { pages, render, isPersonal, logger } = options;
  const cached = new Map<string, CachedResponse>();
  const flights = createSingleFlight<CachedResponse | null>();

  async function make(path: string): Promise<CachedResponse | null> {
    const made = await render(path);
    const again = { ...made, response: made.response.clone() };
    const response = await cacheDocument(made, { ...HEADERS, quality: FIRST_QUALITY });
    if (response === null) return null;
    cached.set(path, response);
    cacheDocument(again, { ...HEADERS, quality: BEST_QUALITY }).then(
      (best) => best && cached.set(path, best),
      report(path),
    );
    return response;
  }

  const report = (path: string) => (error: unknown) => {
    logger.error({ err: error, path }, "page cache");
    return null;
  };

  /** The path of the page that a target is of, if everybody gets the same. */
  function pageOf(target: string, cookies: string | undefined): string | null {
    const path = pathOf(target);
    const page = pages.get(path);
    if (page === undefined || isPersonal(cookies)) return null;
    return isRead(target.slice(path.length), page) ? null : path;
  }

  return {
    held: () => weightOf(cached),
    find(target, cookies) {
      const page = pageOf(target, cookies);
      return page === null ? null : (cached.get(page) ?? null);
    },
    make(target, cookies) {
      const page = pageOf(target, cookies);
      return page === null ? null : flights.run(page, () => make(page).catch(report(page)));
    },
  };
}

/** Remix reads no other parameter of a page. Pages do not use it any more, and the HTTP layer refuses it. */
const DATA_PARAMETER = "_data";

function isRead(query: string, { reads = [] }: PublicCache): boolean {
  if (query === "") return false;
  const names = [...new URLSearchParams(query).keys()];
  return names.some((name) => reads.includes(name) || name === DATA_PARAMETER);
}

/** A Remix route, as far as it says whether its page is the same for everybody. */
export interface PageRoute extends RouteEntry {
  module: { handle?: unknown };
}

/** The pages that say so in their route's `handle`, by path, with a slash at the end and without. */
export function publicPages(
  routes: Record<string, PageRoute | undefined>,
): Map<string, PublicCache> {
  const pages = new Map<string, PublicCache>();
  for (const route of Object.values(routes)) {
    // `handle` is untyped in Remix; every route of this site declares it as a `PageHandle`.
    const same = (route?.module.handle as Handle | undefined)?.publicCache;
    if (!same) continue;
    const path = fullPath(routes, route);
    pages.set(path, same);
    if (path !== "/") pages.set(`${path}/`, same);
  }
  return pages;
}

interface Handle {
  publicCache?: PublicCache;
}
