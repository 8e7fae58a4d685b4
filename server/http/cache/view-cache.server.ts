import type { Logger } from "../../process/logger.server";
import { codingFor, type CachedResponse, type Coding } from "./cached-response.server";
import { cacheDocument, type Rendered } from "./cached-document.server";
import type { WeighedPageCache } from "./page-cache.server";
import { EVERYBODY } from "../../process/request-context.server";
import { readAddress } from "../../process/request-url.server";
import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";

/** One view of a page: what its URL means. */
export interface View {
  /** The query by which it is asked for and known, the same for all URLs that mean it. */
  query: URLSearchParams;
  /** Whether it is one that this visitor has chosen: a search, a filter, a further page. */
  isChosen: boolean;
  /**
   * Names what it shows at this moment, without waiting.
   *
   * @returns null while something of it has to be fetched, and for a view that is to be made for each request
   */
  version: () => string | null;
  /** Fetches what has to be fetched. */
  load: () => Promise<void>;
  /** Whether more of what it shows is about to change: refreshes that began together are under way. */
  settling: () => boolean;
  /** The `Server-Timing` header of this moment. */
  timing: () => string;
  /** Counts as read what is shown; called for each version, and once a second while it is sent from the cache. */
  countShown: () => void;
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
  /** Whether a `Cookie` header holds anything that only its sender may see on a page. */
  isPersonal: (cookies: string | undefined) => boolean;
  logger: Pick<Logger, "error">;
  /** Monotonic milliseconds. */
  elapsed?: () => number;
}

/**
 * Refreshes of a view's blocks begin together and end one after the other. For so long after the first the view
 * before them is still sent, so that it is made once for all; browsers told of the first ask later than that.
 */
export const SETTLE_MS = 400;

/** What an address takes beside its texts, and the longest that is remembered. */
const ADDRESS_BYTES = 2048;
const LONGEST_ADDRESS = 512;

/** Takes two milliseconds for a document; one that is cached for half a minute is not worth more. */
const QUALITY = 4;

const HEADERS = { cacheControl: "private, no-cache", vary: "Accept-Encoding", quality: QUALITY };

/** An address that shows a view: the target by which that is known. */
interface Address extends Omit<View, "query" | "countShown"> {
  /** The header that goes with what is cached. */
  cachedTiming: (version: string) => string;
  view: string;
}

interface CachedView {
  response: CachedResponse;
  version: string;
  /** When it was first seen not to be the newest, monotonic milliseconds. */
  outdated?: number;
}

/** What a request asks for. */
interface AskedView extends Address {
  cookie: string;
  coding: Coding;
  key: string;
}

/**
 * Documents and data of a page that changes with figures, each made once for what it shows: its view, the versions
 * of its blocks, the visitor's choice and the coding that he takes, in which alone it is cached. They hold moments and
 * no ages, so time alone changes nothing. Whatever else stands in a URL reaches neither key nor render. At most one of
 * a key is under way, or where visitors chose it one for each client network.
 */
export function createViewCache(options: ViewCacheOptions): WeighedPageCache {
  const { path, view: viewOf, choice, isPersonal, render, logger } = options;
  const elapsed = options.elapsed ?? (() => performance.now());
  const paths = [path, `${path}/`, `${path}.data`];
  const addresses = createBoundedMap<Address>("viewAddresses", {
    weigh: ({ view }) => ADDRESS_BYTES + textBytes(view),
  });
  const [common, chosen] = [viewStore("commonViews"), viewStore("chosenViews")];
  const viewsLike = ({ isChosen }: Address) => (isChosen ? chosen : common);
  const underWay = new Map<string, Promise<CachedResponse | null>>();

  /** What an address shows; undefined for one that is no view of the page. */
  function read(target: string): Address | undefined {
    const known = addresses.get(target);
    if (known !== undefined) return known;
    const url = readAddress("localhost", target);
    if (typeof url === "string" || url.searchParams.has("_data")) return undefined;
    // Not the URL's own text, which would keep the whole of it in memory.
    const shown = paths.find((one) => one === url.pathname);
    if (shown === undefined) return undefined;
    const { query, countShown, ...state } = viewOf(url);
    const view = query.size === 0 ? shown : `${shown}?${query}`;
    const tell = () => {
      countShown();
      return state.timing();
    };
    const address = { view, ...state, cachedTiming: oncePerSecond(tell, elapsed) };
    if (target.length <= LONGEST_ADDRESS) addresses.set(target, address);
    return address;
  }

  async function make(asked: AskedView, network: string): Promise<CachedResponse | null> {
    const { key, view, cookie, coding, timing, cachedTiming } = asked;
    if (asked.version() === null) await asked.load();
    const version = asked.version();
    if (version === null) return null;
    const timingBefore = timing();
    const made = await cacheDocument(await render(view, cookie, network), { ...HEADERS, coding });
    if (made === null) return null;
    // What changes meanwhile may be in it or not; it has another version, so that nobody finds this any more. Where a
    // figure was lost meanwhile, the page may say what this visitor alone was refused.
    if (asked.version() !== null) {
      const response = { ...made, timing: () => cachedTiming(version) };
      viewsLike(asked).set(key, { response, version });
    }
    return { ...made, timing: () => timingBefore };
  }

  /** What a request asks for; null when it is none of the page's views, or to be answered by itself. */
  function asked(target: string, cookies = "", accepted?: string): AskedView | null {
    if (!target.startsWith(path) || isPersonal(cookies)) return null;
    const address = read(target);
    if (address === undefined) return null;
    const cookie = choice(cookies);
    const coding = codingFor(accepted);
    return { ...address, cookie, coding, key: `${coding} ${cookie} ${address.view}` };
  }

  return {
    held: () => ({
      entries: common.size + chosen.size,
      bytes: common.calculatedSize + chosen.calculatedSize,
    }),
    find(target, cookies, accepted) {
      const view = asked(target, cookies, accepted);
      const known = view && viewsLike(view).get(view.key);
      const version = known && view.version();
      if (!version) return null;
      if (known.version === version) return known.response;
      known.outdated ??= elapsed();
      const settles = elapsed() - known.outdated < SETTLE_MS && view.settling();
      return settles ? known.response : null;
    },
    make(address, cookies, network = EVERYBODY, accepted) {
      const view = asked(address, cookies, accepted);
      if (view === null) return null;
      // What a network waits for, and is refused, when it loads what it chose is nobody else's.
      const turns = view.isChosen ? network : EVERYBODY;
      const flightKey = `${turns} ${view.version()} ${view.key}`;
      const flight =
        underWay.get(flightKey) ??
        make(view, turns)
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

/** Views that visitors have chosen never evict those that nobody has. */
function viewStore(name: "commonViews" | "chosenViews") {
  return createBoundedMap<CachedView>(name, { weigh: ({ response }) => response.bytes });
}

/** Ages are told in whole seconds. */
function oncePerSecond(read: () => string, elapsed: () => number): (version: string) => string {
  let known = { text: "", version: "", at: -Infinity };
  return (version) => {
    if (known.version !== version || elapsed() - known.at >= 1_000) {
      known = { text: read(), version, at: elapsed() };
    }
    return known.text;
  };
}
