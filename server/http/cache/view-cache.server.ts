import { LRUCache } from "lru-cache";
import type { Logger } from "../../logger.server";
import type { CachedResponse } from "./cached-response.server";
import { cacheDocument, type Rendered } from "./cached-document.server";
import type { WeighedPageCache } from "./page-cache.server";
import { isPersonal } from "../personal-cookies.server";
import { EVERYBODY } from "../request-context.server";
import { readAddress } from "../request-url.server";

/** One view of a page: what its URL means. */
export interface View {
  /** The query by which it is asked for and known, the same for all URLs that mean it. */
  query: URLSearchParams;
  /**
   * Names what it shows at this moment, without waiting.
   *
   * @returns null for a view that is to be made for each request
   */
  version: () => string | null;
}

/** What is known of a page whose document and data change with figures. */
export interface ChangingPage {
  /** Its document's path; `{path}/` and `{path}.data` show the same. */
  path: string;
  /** @returns the view that a URL of the page asks for */
  view: (url: URL) => View;
  /** What of the visitor's cookies changes the page, as a `Cookie` header of nothing else. */
  choice: (cookies: string | undefined) => string;
}

export interface ViewCacheOptions extends ChangingPage {
  /** Renders a view for nobody in particular, with the cookie of a choice, in a network's turns. */
  render: (target: string, cookie: string, network: string) => Promise<Rendered>;
  logger: Pick<Logger, "error">;
  /** Monotonic milliseconds. */
  elapsed?: () => number;
}

/** Ages are shown in whole seconds, so what was made is true for as long. */
const TTL_MS = 1_000;

/** A core makes fewer views than that in the second for which they are true. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ADDRESSES = 1_000;

/** Takes two milliseconds for a document; one that is cached for a second is not worth more. */
const QUALITY = 4;

const HEADERS = { cacheControl: "private, no-cache", vary: "Accept-Encoding", quality: QUALITY };

/** An address that shows a view: the target by which that is known. */
interface Address {
  view: string;
  version: View["version"];
}

interface Kept {
  answer: CachedResponse;
  version: string;
  until: number;
}

/**
 * Documents and data of a page that changes with figures, each made once for what it shows: its view, the versions
 * of its blocks and the visitor's choice. Whatever else stands in a URL reaches neither key nor render. At most one of
 * a key is under way.
 */
export function createViewCache(options: ViewCacheOptions): WeighedPageCache {
  const { path, view: viewOf, choice, render, logger } = options;
  const elapsed = options.elapsed ?? (() => performance.now());
  const addresses = new LRUCache<string, Address>({ max: MAX_ADDRESSES });
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.bytes + 2 * key.length,
  });
  const underWay = new Map<string, Promise<CachedResponse | null>>();

  /** What an address shows; undefined for one that is no view of the page. */
  function read(target: string): Address | undefined {
    const known = addresses.get(target);
    if (known !== undefined) return known;
    const url = readAddress("localhost", target);
    if (typeof url === "string" || url.searchParams.has("_data")) return undefined;
    if (![path, `${path}/`, `${path}.data`].includes(url.pathname)) return undefined;
    const { query, version } = viewOf(url);
    const address = { view: query.size === 0 ? url.pathname : `${url.pathname}?${query}`, version };
    addresses.set(target, address);
    return address;
  }

  async function make(
    key: string,
    target: string,
    cookie: string,
    version: string,
    network: string,
  ): Promise<CachedResponse | null> {
    const until = elapsed() + TTL_MS;
    const answer = await cacheDocument(await render(target, cookie, network), HEADERS);
    // What changes meanwhile may be in it or not; it has another version, so that nobody finds this any more.
    if (answer) kept.set(key, { answer, version, until });
    return answer;
  }

  /** What a request asks for, by name; null when it is to be answered by itself. */
  function asked(target: string, cookies: string | undefined) {
    if (!target.startsWith(path) || isPersonal(cookies)) return null;
    const address = read(target);
    const version = address?.version() ?? null;
    if (address === undefined || version === null) return null;
    const cookie = choice(cookies);
    return { target: address.view, version, cookie, key: `${cookie} ${address.view}` };
  }

  return {
    held: () => ({ entries: kept.size, bytes: kept.calculatedSize }),
    find(target, cookies) {
      const view = asked(target, cookies);
      const known = view && kept.get(view.key);
      const stands = known && known.version === view.version && elapsed() < known.until;
      return stands ? known.answer : null;
    },
    make(address, cookies, network = EVERYBODY) {
      const view = asked(address, cookies);
      if (view === null) return null;
      const { key, target, cookie, version } = view;
      const flightKey = `${version} ${key}`;
      const flight =
        underWay.get(flightKey) ??
        make(key, target, cookie, version, target.includes("?") ? network : EVERYBODY)
          .catch((error: unknown) => {
            logger.error({ err: error }, "view cache");
            return null;
          })
          .finally(() => underWay.delete(flightKey));
      underWay.set(flightKey, flight);
      return flight;
    },
  };
}
