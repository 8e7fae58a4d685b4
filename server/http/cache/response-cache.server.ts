import {
  clockTiming,
  serverTiming,
  type CacheStatuses,
} from "../../cache/stale-while-revalidate.server";
import { isRefreshing, type LiveView } from "../../dashboard/dashboard-data.server";
import type { CacheCounts } from "../../operations/metrics.server";
import type { Logger } from "../../process/logger.server";
import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import { SHARED_NETWORK } from "../../process/request-context.server";
import { pathOf, readAddress } from "../../process/request-url.server";
import { createSingleFlight } from "../../resilience/single-flight.server";
import { displayChoice, readDisplay } from "../../session/display-cookies.server";
import { DATA_PARAMETER, type RouteTable } from "../route-table.server";
import type { SharedAssets } from "./cached-files.server";
import {
  cacheDocument,
  codingFor,
  PAGE,
  VIEW,
  type CachedResponse,
  type Coding,
  type Rendered,
} from "./cached-response.server";

/** The view that a URL of the changing page shows. */
export interface View extends Pick<LiveView, "now" | "load" | "countShown"> {
  /** Canonical query of the view, the same for all URLs that show it. */
  query: URLSearchParams;
  /** Whether a visitor has chosen the view (a search, a filter, a later page), so that it is not a default view. */
  isChosen: boolean;
}

/** A page whose document and data change with the dashboard's figures. */
export interface ChangingPage {
  /** Path of the document. `{path}/` and `{path}.data` show the same view. */
  path: string;
  /** @returns the view that a URL of the page shows */
  view: (url: URL) => View;
}

export interface ResponseCacheOptions {
  /** The build's files, by path. */
  files: ReadonlyMap<string, CachedResponse>;
  /** Finds files of other builds; null when builds share none. */
  sharedAssets: SharedAssets | null;
  /** Returns the path of the public page that a request target shows; null for other targets. */
  publicPage: RouteTable["publicPage"];
  changing: ChangingPage;
  /** Each tells whether a `Cookie` header contains something that only its sender may see on a page. */
  personal: readonly ((cookies: string | undefined) => boolean)[];
  /** Renders a target without a visitor's data. `cookie` holds display choices; the render takes turns of `network`. */
  render: (target: string, cookie: string, network: string) => Promise<Rendered>;
  logger: Pick<Logger, "error">;
  /** Clock in monotonic milliseconds. */
  elapsed?: () => number;
}

type Kind = "file" | "view" | "page";

/** Responses that are made once and sent to many visitors: files, public pages, views of the changing page. */
export interface ResponseCache {
  /**
   * Returns the response if it is cached and current; else null.
   *
   * @param target of a GET or HEAD request, as received
   * @param cookies the `Cookie` header
   * @param accepted the `Accept-Encoding` header
   */
  find(target: string, cookies: string | undefined, accepted?: string): CachedResponse | null;
  /**
   * Makes a response that is not cached yet, once for all requests that wait for it.
   *
   * @param network the client's network: views that visitors chose and files of other builds wait for its turns
   * @returns null, or a promise of null, when the request needs a response of its own
   */
  make(
    target: string,
    cookies: string | undefined,
    network?: string,
    accepted?: string,
  ): Promise<CachedResponse | null> | null;
  counts(): Record<Kind, CacheCounts>;
}

/**
 * Refreshes of a view's blocks begin together and end one after another. For this long after the first one the cached
 * view is still sent, so that it is rendered once for all of them. Browsers that are told of the first one reload later.
 */
const SETTLE_MS = 400;

/** Brotli quality that takes a tenth of a second, worth it for pages that are sent until the next build. */
const BEST_QUALITY = 11;

/** Bytes that a remembered address takes beside its texts, and the longest address that is remembered. */
const ADDRESS_BYTES = 2048;
const LONGEST_ADDRESS = 512;

/** The page or view that a request target shows. */
interface Subject extends Pick<View, "now" | "load" | "countShown" | "isChosen"> {
  kind: "page" | "view";
  /** Canonical target, for rendering and as the cache key. */
  target: string;
  store: Store;
}

/** A cacheable request. */
interface Lookup {
  subject: Subject;
  /** The visitor's display choices, as a `Cookie` header. */
  cookie: string;
  /** The negotiated coding, the only one to cache; all codings when unset. */
  coding?: Coding;
  key: string;
}

interface Entry {
  response: CachedResponse;
  version: string;
  /** When a newer version was first seen, in monotonic milliseconds. */
  outdated?: number;
}

interface Store {
  get(key: string): Entry | undefined;
  set(key: string, entry: Entry): unknown;
  values(): Iterable<Entry>;
}

/** A page that is the same for everybody is treated as a view that never changes. */
const UNCHANGING = {
  kind: "page",
  isChosen: false,
  now: () => ({ version: "", results: {} }),
  load: () => Promise.resolve(),
  countShown: () => undefined,
} as const satisfies Partial<Subject>;

/**
 * Creates the cache. The key of a page is its path; the key of a view is its canonical target, the display choices and
 * the coding. A view is valid while the version of its results is current; it contains timestamps instead of ages, so
 * the passing of time changes nothing. Other parts of a URL reach neither key nor render. At most one response per key
 * is made at a time; for views that visitors chose, one per key and client network.
 */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { files, sharedAssets, publicPage, changing, personal, render, logger } = options;
  const { elapsed = () => performance.now() } = options;
  const paths = [changing.path, `${changing.path}/`, `${changing.path}.data`];
  const addresses = createBoundedMap<Subject>("viewAddresses", {
    weigh: ({ target }) => ADDRESS_BYTES + textBytes(target),
  });
  const pages = new Map<string, Subject>();
  // Separate stores, so that chosen views never evict default views, and neither evicts a page.
  const stores = {
    page: new Map<string, Entry>(),
    common: createBoundedMap<Entry>("commonViews", { weigh }),
    chosen: createBoundedMap<Entry>("chosenViews", { weigh }),
  };
  const counts = { file: zeroCounts(), view: zeroCounts(), page: zeroCounts() };
  const flights = createSingleFlight<CachedResponse | null>();

  function viewAt(target: string): Subject | null {
    if (!target.startsWith(changing.path)) return null;
    const cached = addresses.get(target);
    if (cached !== undefined) return cached;
    const url = readAddress("localhost", target);
    if (typeof url === "string" || url.searchParams.has(DATA_PARAMETER)) return null;
    // The constant, because a part of the URL would keep the whole URL in memory.
    const path = paths.find((candidate) => candidate === url.pathname);
    if (path === undefined) return null;
    const view = changing.view(url);
    const canonical = view.query.size === 0 ? path : `${path}?${view.query}`;
    const store = view.isChosen ? stores.chosen : stores.common;
    const subject: Subject = { ...view, kind: "view", target: canonical, store };
    if (target.length <= LONGEST_ADDRESS) addresses.set(target, subject);
    return subject;
  }

  function pageAt(target: string): Subject | null {
    const path = publicPage(target);
    if (path === null) return null;
    const cached = pages.get(path);
    if (cached !== undefined) return cached;
    const subject: Subject = { ...UNCHANGING, target: path, store: stores.page };
    pages.set(path, subject);
    return subject;
  }

  /** Returns null when a request shows neither page nor view, or needs a response of its own. */
  function lookupOf(target: string, cookies = "", accepted?: string): Lookup | null {
    const subject = viewAt(target) ?? pageAt(target);
    if (subject === null || isPersonal(cookies)) return null;
    if (subject.kind === "page") return { subject, cookie: "", key: subject.target };
    const cookie = displayChoice(readDisplay(cookies));
    const coding = codingFor(accepted);
    return { subject, cookie, coding, key: `${coding} ${cookie} ${subject.target}` };
  }

  const isPersonal = (cookies: string) => cookies !== "" && personal.some((test) => test(cookies));

  function isCurrent(entry: Entry, { now }: Subject): boolean {
    const current = now();
    if (current === null) return false;
    if (entry.version === current.version) return true;
    entry.outdated ??= elapsed();
    return elapsed() - entry.outdated < SETTLE_MS && isRefreshing(current.results);
  }

  /** `Server-Timing` of a cached view. It updates, and its results count as read, at most once a second. */
  function liveTiming({ now, countShown }: Subject): () => string {
    let [text, at] = ["", -Infinity];
    return () => {
      if (elapsed() - at < 1_000) return text;
      const results = now()?.results ?? {};
      countShown(results);
      [text, at] = [timingOf(results), elapsed()];
      return text;
    };
  }

  async function make(lookup: Lookup, turns: string): Promise<CachedResponse | null> {
    const { subject, cookie, coding, key } = lookup;
    const { kind, target, store } = subject;
    if (subject.now() === null) await subject.load();
    const current = subject.now();
    if (current === null) return null;
    const { version, results } = current;
    const timing = timingOf(results);
    counts[kind].made += 1;
    const rendered = await render(target, cookie, turns);
    const copy = kind === "page" && { ...rendered, response: rendered.response.clone() };
    const response = await cacheDocument(rendered, kind === "page" ? PAGE : { ...VIEW, coding });
    if (response === null) return null;
    if (copy) {
      store.set(key, { response, version });
      void cacheDocument(copy, { ...PAGE, quality: BEST_QUALITY })
        .then((best) => best && store.set(key, { response: best, version }))
        .catch(report(subject));
      return response;
    }
    // If a result changed during the render, the view has another version and this entry is never found. If a result
    // was lost, the response may show an error that concerns only this visitor, so it is not stored.
    if (subject.now() !== null) {
      store.set(key, { response: { ...response, timing: liveTiming(subject) }, version });
    }
    return { ...response, timing: () => timing };
  }

  const report =
    ({ kind, target }: Subject) =>
    (error: unknown) => {
      logger.error({ err: error, ...(kind === "page" && { path: target }) }, `${kind} cache`);
      return null;
    };

  return {
    find(target, cookies, accepted) {
      const file = files.get(target);
      if (file !== undefined) {
        counts.file.hits += 1;
        return file;
      }
      const lookup = lookupOf(target, cookies, accepted);
      const entry = lookup?.subject.store.get(lookup.key);
      if (!lookup || !entry || !isCurrent(entry, lookup.subject)) return null;
      counts[lookup.subject.kind].hits += 1;
      return entry.response;
    },
    make(target, cookies, network = SHARED_NETWORK, accepted) {
      const lookup = lookupOf(target, cookies, accepted);
      if (lookup === null) {
        const path = pathOf(target);
        // Express serves the files of this build, also ranges of them.
        return files.has(path) ? null : (sharedAssets?.(path, network) ?? null);
      }
      const { subject, key } = lookup;
      counts[subject.kind].waited += 1;
      // A chosen view loads with its network's turns and limits, so another network must not share a refusal of it.
      const turns = subject.isChosen ? network : SHARED_NETWORK;
      return flights.run(`${turns} ${subject.now()?.version} ${key}`, () =>
        make(lookup, turns).catch(report(subject)),
      );
    },
    counts: () => ({
      file: { ...counts.file, ...sizeOf([...files.values()]) },
      view: { ...counts.view, ...sizeOf([stores.common, stores.chosen].flatMap(responsesIn)) },
      page: { ...counts.page, ...sizeOf(responsesIn(stores.page)) },
    }),
  };
}

function timingOf(results: CacheStatuses): string {
  return `${serverTiming(results)}, ${clockTiming()}`;
}

const weigh = ({ response }: Entry) => response.bytes;

const zeroCounts = () => ({ hits: 0, waited: 0, made: 0 });

const responsesIn = (store: Store) => Array.from(store.values(), ({ response }) => response);

function sizeOf(responses: readonly CachedResponse[]) {
  return { entries: responses.length, bytes: responses.reduce((sum, { bytes }) => sum + bytes, 0) };
}
