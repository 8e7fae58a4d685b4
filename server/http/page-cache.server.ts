import type { Logger } from "../logger.server";
import type { KeptAnswer } from "./kept-answer.server";
import { keepDocument } from "./kept-document.server";
import { isPersonal } from "./personal-cookies.server";
import { pathOf } from "./request-url.server";
import { fullPath, type RouteEntry } from "./route-label.server";

/** What a route's `handle` says when its document is the same for everybody until the next build. */
export interface SameForEverybody {
  /** Parameters of the query that the page reads: with one of them the page is another. */
  reads?: readonly string[];
}

export interface PageCacheOptions {
  /** Pages that are the same for everybody, by path. */
  pages: ReadonlyMap<string, SameForEverybody>;
  /** Renders a page for nobody in particular. */
  render: (target: string) => Promise<Response>;
  logger: Pick<Logger, "error">;
}

/** Whole documents of the pages that are the same for everybody, each made once for the life of the process. */
export interface PageCache {
  /**
   * @param target of a request that reads, as received
   * @param cookies the `Cookie` header
   * @returns the answer, or what will be it when it is made; null when this request is to be answered by itself
   */
  find(target: string, cookies: string | undefined): KeptAnswer | Promise<KeptAnswer | null> | null;
}

/** A cache of pages that knows how much it holds, in bytes of memory. */
export interface SizedPageCache extends PageCache {
  size(): { answers: number; bytes: number };
}

/**
 * Shared proxies may send a page for a minute, and for ten more while they ask for a newer one (RFC 5861);
 * browsers ask each time. Who has a cookie may be shown something else.
 */
const HEADERS = {
  cacheControl: "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
  vary: "Accept-Encoding, Cookie",
};

/** The first visitors get what is made at once; what takes a tenth of a second is made beside. */
const AT_ONCE = 4;
const BEST = 11;

export function createPageCache({ pages, render, logger }: PageCacheOptions): SizedPageCache {
  const kept = new Map<string, KeptAnswer>();
  const underWay = new Map<string, Promise<KeptAnswer | null>>();

  async function make(path: string): Promise<KeptAnswer | null> {
    const made = await render(path);
    const again = made.clone();
    const answer = await keepDocument(made, { ...HEADERS, quality: AT_ONCE });
    if (answer === null) return null;
    kept.set(path, answer);
    void keepDocument(again, { ...HEADERS, quality: BEST }).then((best) => {
      if (best) kept.set(path, best);
    });
    return answer;
  }

  function makeOnce(path: string): Promise<KeptAnswer | null> {
    const flight =
      underWay.get(path) ??
      make(path)
        .catch((error: unknown) => {
          logger.error({ err: error, path }, "page cache");
          return null;
        })
        .finally(() => underWay.delete(path));
    underWay.set(path, flight);
    return flight;
  }

  return {
    size() {
      const bytes = [...kept.values()].reduce((sum, answer) => sum + answer.bytes, 0);
      return { answers: kept.size, bytes };
    },
    find(target, cookies) {
      if (isPersonal(cookies)) return null;
      const known = kept.get(target);
      if (known !== undefined) return known;
      const path = pathOf(target);
      const page = pages.get(path);
      if (page === undefined || isRead(target.slice(path.length), page)) return null;
      return kept.get(path) ?? makeOnce(path);
    },
  };
}

/** Parameters that begin so are Remix's own. */
const OF_REMIX = "_";

function isRead(query: string, { reads = [] }: SameForEverybody): boolean {
  const names = [...new URLSearchParams(query).keys()];
  return names.some(
    (name) => reads.includes(name) || name.startsWith(OF_REMIX) || name === "index",
  );
}

/** A Remix route, as far as it says whether its page is the same for everybody. */
export interface PageRoute extends RouteEntry {
  module: { handle?: unknown };
}

/** The pages that say so in their route's `handle`, by path, with a slash at the end and without. */
export function pagesForEverybody(
  routes: Record<string, PageRoute | undefined>,
): Map<string, SameForEverybody> {
  const pages = new Map<string, SameForEverybody>();
  for (const route of Object.values(routes)) {
    // Our routes know no other.
    const same = (route?.module.handle as Handle | undefined)?.sameForEverybody;
    if (!same) continue;
    const path = fullPath(routes, route);
    pages.set(path, same);
    if (path !== "/") pages.set(`${path}/`, same);
  }
  return pages;
}

interface Handle {
  sameForEverybody?: SameForEverybody;
}
