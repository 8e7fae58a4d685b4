import { clockTiming, serverTiming, type CacheStatuses } from "../../cache/cache-result.server";
import type { LiveView } from "../../dashboard/dashboard-data.server";
import { isRefreshing } from "../../dashboard/view-version.server";
import type { Logger } from "../../process/logger.server";
import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import { EVERYBODY } from "../../process/request-context.server";
import { readAddress } from "../../process/request-url.server";
import { createSingleFlight } from "../../resilience/single-flight.server";
import { cacheDocument, type Rendered } from "./cached-document.server";
import { codingFor, type CachedResponse, type Coding } from "./cached-response.server";
import type { WeighedPageCache } from "./page-cache.server";

/** One view of a page: what its URL means. */
export interface View extends Pick<LiveView, "now" | "load" | "countShown"> {
  /** The query by which it is asked for and known, the same for all URLs that mean it. */
  query: URLSearchParams;
  /** Whether it is one that this visitor has chosen: a search, a filter, a further page. */
  isChosen: boolean;
}

/** What is known of a page whose document and data change with figures. */
export interface ChangingPage {
  /** Its document's path; `{path}/` and `{path}.data` show the same. */
  path: string;
  /** @returns the view that a URL of the page asks for */
  view: (url: URL) => View;
}

export interface ViewCacheOptions extends ChangingPage {
  /** What of the visitor's cookies changes the page, as a `Cookie` header of nothing else. */
  choice: (cookies: string | undefined) => string;
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

/** A view as it is asked for, as a document or as its data. */
interface Address extends View {
  /** The target of the request by which this is rendered and known. */
  target: string;
  /** The `Server-Timing` header of what is cached, as it was last sent. */
  timing: { text: string; version: string; at: number };
}

interface CachedView {
  response: CachedResponse;
  version: string;
  /** When another version was first seen, monotonic milliseconds. */
  outdated?: number;
}

/** What a request asks for: an address, what the visitor chose of how it looks, and the coding that the visitor takes. */
interface ViewRequest {
  address: Address;
  cookie: string;
  coding: Coding;
  key: string;
}

/**
 * Documents and data of a page that changes with figures, each made once for what it shows: its view, the version of
 * its results, the visitor's choice and the coding that the visitor takes, in which alone it is cached. They hold moments
 * and no ages, so time alone changes nothing. Whatever else stands in a URL reaches neither key nor render. At most one
 * of a key is under way, or where visitors chose it one for each client network.
 */
export function createViewCache(options: ViewCacheOptions): WeighedPageCache {
  const { path, view: viewOf, choice, isPersonal, render, logger } = options;
  const elapsed = options.elapsed ?? (() => performance.now());
  const paths = [path, `${path}/`, `${path}.data`];
  const addresses = createBoundedMap<Address>("viewAddresses", {
    weigh: ({ target }) => ADDRESS_BYTES + textBytes(target),
  });
  const [common, chosen] = [viewStore("commonViews"), viewStore("chosenViews")];
  const viewsLike = ({ isChosen }: View) => (isChosen ? chosen : common);
  const flights = createSingleFlight<CachedResponse | null>();

  /** What a target shows; undefined for one that is no view of the page. */
  function addressOf(target: string): Address | undefined {
    const known = addresses.get(target);
    if (known !== undefined) return known;
    const url = readAddress("localhost", target);
    if (typeof url === "string" || url.searchParams.has("_data")) return undefined;
    // Not the URL's own text, which would keep the whole of it in memory.
    const shown = paths.find((one) => one === url.pathname);
    if (shown === undefined) return undefined;
    const view = viewOf(url);
    const timing = { text: "", version: "", at: -Infinity };
    const own = view.query.size === 0 ? shown : `${shown}?${view.query}`;
    const address = { ...view, target: own, timing };
    if (target.length <= LONGEST_ADDRESS) addresses.set(target, address);
    return address;
  }

  /** What a request asks for; null when it is none of the page's views, or to be answered by itself. */
  function requested(target: string, cookies = "", accepted?: string): ViewRequest | null {
    if (!target.startsWith(path) || isPersonal(cookies)) return null;
    const address = addressOf(target);
    if (address === undefined) return null;
    const cookie = choice(cookies);
    const coding = codingFor(accepted);
    return { address, cookie, coding, key: `${coding} ${cookie} ${address.target}` };
  }

  /** The header of what is cached: ages are told in whole seconds, and results counted as read as often. */
  function cachedTiming({ timing, now, countShown }: Address, version: string): string {
    if (timing.version === version && elapsed() - timing.at < 1_000) return timing.text;
    const results = now()?.results ?? {};
    countShown(results);
    Object.assign(timing, { text: timingOf(results), version, at: elapsed() });
    return timing.text;
  }

  async function make(request: ViewRequest, network: string): Promise<CachedResponse | null> {
    const { address, key, cookie, coding } = request;
    if (address.now() === null) await address.load();
    const before = address.now();
    if (before === null) return null;
    const { version, results } = before;
    const timingBefore = timingOf(results);
    const rendered = await render(address.target, cookie, network);
    const made = await cacheDocument(rendered, { ...HEADERS, coding });
    if (made === null) return null;
    // What changed meanwhile may be in it or not. Then the view has another version, and nobody finds this one. Where a
    // figure was lost meanwhile, the page may say what this visitor alone was refused.
    if (address.now() !== null) {
      const response = { ...made, timing: () => cachedTiming(address, version) };
      viewsLike(address).set(key, { response, version });
    }
    return { ...made, timing: () => timingBefore };
  }

  return {
    held: () => ({
      entries: common.size + chosen.size,
      bytes: common.calculatedSize + chosen.calculatedSize,
    }),
    find(target, cookies, accepted) {
      const request = requested(target, cookies, accepted);
      const cached = request && viewsLike(request.address).get(request.key);
      const now = cached && request.address.now();
      if (!now) return null;
      if (cached.version === now.version) return cached.response;
      cached.outdated ??= elapsed();
      const isSettling = elapsed() - cached.outdated < SETTLE_MS && isRefreshing(now.results);
      return isSettling ? cached.response : null;
    },
    make(target, cookies, network = EVERYBODY, accepted) {
      const request = requested(target, cookies, accepted);
      if (request === null) return null;
      const { address, key } = request;
      // What a network waits for, and is refused, when it loads what it chose is nobody else's.
      const turns = address.isChosen ? network : EVERYBODY;
      return flights.run(`${turns} ${address.now()?.version} ${key}`, () =>
        make(request, turns).catch((error: unknown) => {
          logger.error({ err: error }, "view cache");
          return null;
        }),
      );
    },
  };
}

function timingOf(results: CacheStatuses): string {
  return `${serverTiming(results)}, ${clockTiming()}`;
}

/** Views that visitors have chosen never evict those that nobody has. */
function viewStore(name: "commonViews" | "chosenViews") {
  return createBoundedMap<CachedView>(name, { weigh: ({ response }) => response.bytes });
}
