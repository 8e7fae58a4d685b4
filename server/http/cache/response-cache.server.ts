import {
  clockTiming,
  serverTiming,
  type CacheStatuses,
} from "../../cache/stale-while-revalidate.server";
import { isRefreshing, type LiveView } from "../../dashboard/dashboard-data.server";
import type { CacheCounts } from "../../operations/metrics.server";
import type { Logger } from "../../process/logger.server";
import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import { EVERYBODY } from "../../process/request-context.server";
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

/** What a URL of the changing page means. */
export interface View extends Pick<LiveView, "now" | "load" | "countShown"> {
  /** The query by which it is asked for and known, the same for all URLs that mean it. */
  query: URLSearchParams;
  /** Whether it is one that this visitor has chosen: a search, a filter, a further page. */
  isChosen: boolean;
}

/** A page whose document and data change with figures. */
export interface ChangingPage {
  /** Its document's path; `{path}/` and `{path}.data` show the same. */
  path: string;
  /** @returns the view that a URL of the page asks for */
  view: (url: URL) => View;
}

export interface ResponseCacheOptions {
  /** The build's files, by path. */
  files: ReadonlyMap<string, CachedResponse>;
  /** Files of other builds; null where none are shared. */
  sharedAssets: SharedAssets | null;
  /** The path of the page for everybody that a target is of; null for other targets. */
  publicPage: RouteTable["publicPage"];
  changing: ChangingPage;
  /** Each says whether a `Cookie` header holds anything that only its sender may see on a page. */
  personal: readonly ((cookies: string | undefined) => boolean)[];
  /** Renders for nobody in particular, with the cookie of a choice, in a network's turns. */
  render: (target: string, cookie: string, network: string) => Promise<Rendered>;
  logger: Pick<Logger, "error">;
  /** Monotonic milliseconds. */
  elapsed?: () => number;
}

type Kind = "file" | "view" | "page";

/** Everything that is made once and sent to many: files, the pages for everybody, the views of the changing page. */
export interface ResponseCache {
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
  counts(): Record<Kind, CacheCounts>;
}

/**
 * Refreshes of a view's blocks begin together and end one after the other. For so long after the first the view
 * before them is still sent, so that it is made once for all; browsers told of the first ask later than that.
 */
const SETTLE_MS = 400;

/** Of brotli: takes a tenth of a second, which is worth it for what is sent until the next build. */
const BEST_QUALITY = 11;

/** What an address takes beside its texts, and the longest that is remembered. */
const ADDRESS_BYTES = 2048;
const LONGEST_ADDRESS = 512;

/** What a target shows. */
interface Subject extends Pick<View, "now" | "load" | "countShown" | "isChosen"> {
  kind: "page" | "view";
  /** The target by which it is rendered and known. */
  target: string;
  store: Store;
}

/** What a request asks for. */
interface Wanted {
  subject: Subject;
  /** What the visitor chose of how it looks, as a `Cookie` header. */
  cookie: string;
  /** The coding that the visitor takes, in which alone it is cached; all of them where it is not given. */
  coding?: Coding;
  key: string;
}

interface Made {
  response: CachedResponse;
  version: string;
  /** When another version was first seen, monotonic milliseconds. */
  outdated?: number;
}

interface Store {
  get(key: string): Made | undefined;
  set(key: string, made: Made): unknown;
  values(): Iterable<Made>;
}

/** A page that is the same for everybody is a view that never changes. */
const UNCHANGING = {
  kind: "page",
  isChosen: false,
  now: () => ({ version: "", results: {} }),
  load: () => Promise.resolve(),
  countShown: () => undefined,
} as const satisfies Partial<Subject>;

/**
 * Keeps each response under what it shows: a page under its path, a view under its meaning, the visitor's choice and the
 * coding that the visitor takes, for as long as the version of its results stands. Views hold moments and no ages, so
 * time alone changes nothing. Whatever else stands in a URL reaches neither key nor render. At most one of a key is being
 * made, or where visitors chose it one for each client network.
 */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { files, sharedAssets, publicPage, changing, personal, render, logger } = options;
  const { elapsed = () => performance.now() } = options;
  const paths = [changing.path, `${changing.path}/`, `${changing.path}.data`];
  const addresses = createBoundedMap<Subject>("viewAddresses", {
    weigh: ({ target }) => ADDRESS_BYTES + textBytes(target),
  });
  const pages = new Map<string, Subject>();
  // Views that visitors have chosen never evict those that nobody has, and neither evicts a page.
  const stores = {
    page: new Map<string, Made>(),
    common: createBoundedMap<Made>("commonViews", { weigh }),
    chosen: createBoundedMap<Made>("chosenViews", { weigh }),
  };
  const counts = { file: nothingYet(), view: nothingYet(), page: nothingYet() };
  const flights = createSingleFlight<CachedResponse | null>();

  function viewAt(target: string): Subject | null {
    if (!target.startsWith(changing.path)) return null;
    const known = addresses.get(target);
    if (known !== undefined) return known;
    const url = readAddress("localhost", target);
    if (typeof url === "string" || url.searchParams.has(DATA_PARAMETER)) return null;
    // Not the URL's own text, which would keep the whole of it in memory.
    const path = paths.find((one) => one === url.pathname);
    if (path === undefined) return null;
    const view = changing.view(url);
    const own = view.query.size === 0 ? path : `${path}?${view.query}`;
    const store = view.isChosen ? stores.chosen : stores.common;
    const subject: Subject = { ...view, kind: "view", target: own, store };
    if (target.length <= LONGEST_ADDRESS) addresses.set(target, subject);
    return subject;
  }

  function pageAt(target: string): Subject | null {
    const path = publicPage(target);
    if (path === null) return null;
    const known = pages.get(path);
    if (known !== undefined) return known;
    const subject: Subject = { ...UNCHANGING, target: path, store: stores.page };
    pages.set(path, subject);
    return subject;
  }

  /** What a request asks for; null when it is neither page nor view, or to be answered by itself. */
  function wantedBy(target: string, cookies = "", accepted?: string): Wanted | null {
    const subject = viewAt(target) ?? pageAt(target);
    if (subject === null || isPersonal(cookies)) return null;
    if (subject.kind === "page") return { subject, cookie: "", key: subject.target };
    const cookie = displayChoice(readDisplay(cookies));
    const coding = codingFor(accepted);
    return { subject, cookie, coding, key: `${coding} ${cookie} ${subject.target}` };
  }

  const isPersonal = (cookies: string) => cookies !== "" && personal.some((one) => one(cookies));

  function isCurrent(made: Made, { now }: Subject): boolean {
    const shown = now();
    if (shown === null) return false;
    if (made.version === shown.version) return true;
    made.outdated ??= elapsed();
    return elapsed() - made.outdated < SETTLE_MS && isRefreshing(shown.results);
  }

  /** Tells the header of a cached view: ages in whole seconds, and results counted as read as often. */
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

  async function make(wanted: Wanted, turns: string): Promise<CachedResponse | null> {
    const { subject, cookie, coding, key } = wanted;
    const { kind, target, store } = subject;
    if (subject.now() === null) await subject.load();
    const shown = subject.now();
    if (shown === null) return null;
    const { version, results } = shown;
    const timing = timingOf(results);
    counts[kind].made += 1;
    const rendered = await render(target, cookie, turns);
    const again = kind === "page" && { ...rendered, response: rendered.response.clone() };
    const response = await cacheDocument(rendered, kind === "page" ? PAGE : { ...VIEW, coding });
    if (response === null) return null;
    if (again) {
      store.set(key, { response, version });
      void cacheDocument(again, { ...PAGE, quality: BEST_QUALITY })
        .then((best) => best && store.set(key, { response: best, version }))
        .catch(report(subject));
      return response;
    }
    // What changed meanwhile may be in it or not. Then the view has another version, and nobody finds this one. Where a
    // figure was lost meanwhile, the page may say what this visitor alone was refused.
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
      const wanted = wantedBy(target, cookies, accepted);
      const made = wanted?.subject.store.get(wanted.key);
      if (!wanted || !made || !isCurrent(made, wanted.subject)) return null;
      counts[wanted.subject.kind].hits += 1;
      return made.response;
    },
    make(target, cookies, network = EVERYBODY, accepted) {
      const wanted = wantedBy(target, cookies, accepted);
      if (wanted === null) {
        const path = pathOf(target);
        // Express serves the files of this build, also in parts.
        return files.has(path) ? null : (sharedAssets?.(path, network) ?? null);
      }
      const { subject, key } = wanted;
      counts[subject.kind].waited += 1;
      // What a network waits for, and is refused, when it loads what it chose is nobody else's.
      const turns = subject.isChosen ? network : EVERYBODY;
      return flights.run(`${turns} ${subject.now()?.version} ${key}`, () =>
        make(wanted, turns).catch(report(subject)),
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

const weigh = ({ response }: Made) => response.bytes;

const nothingYet = () => ({ hits: 0, waited: 0, made: 0 });

const responsesIn = (store: Store) => Array.from(store.values(), ({ response }) => response);

function sizeOf(responses: readonly CachedResponse[]) {
  return { entries: responses.length, bytes: responses.reduce((sum, { bytes }) => sum + bytes, 0) };
}
