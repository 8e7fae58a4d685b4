import type { LiveView } from "../../dashboard/dashboard-data.server";
import { createBoundedMap, textBytes } from "../../process/memory-bounds.server";
import { readAddress } from "../../process/request-url.server";
import { readTheme, themeCookie } from "../../session/theme-cookie.server";
import type { RouteTable } from "../route-table.server";
import { codingFor, type CachedResponse, type Coding } from "./cached-response.server";

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

export interface LookupOptions {
  /** Returns the path of the public page that a request target shows; null for other targets. */
  publicPage: RouteTable["publicPage"];
  changing: ChangingPage;
  /** Each tells whether a `Cookie` header contains something that only its sender may see on a page. */
  personal: readonly ((cookies: string | undefined) => boolean)[];
}

/** Bytes that a remembered address takes beside its texts, and the longest address that is remembered. */
const ADDRESS_BYTES = 2048;
const LONGEST_ADDRESS = 512;

/** The page or view that a request target shows. */
export interface Subject extends Pick<View, "now" | "load" | "countShown" | "isChosen"> {
  kind: "page" | "view";
  /** Canonical target, for rendering and as the cache key. */
  target: string;
  store: Store;
}

/** A cacheable request. */
export interface Lookup {
  subject: Subject;
  /** The visitor's theme, as a `Cookie` header. */
  cookie: string;
  /** The negotiated coding, the only one to cache; all codings when unset. */
  coding?: Coding;
  key: string;
}

export interface Entry {
  response: CachedResponse;
  version: string;
}

export interface Store {
  get(key: string): Entry | undefined;
  set(key: string, entry: Entry): unknown;
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
 * Creates the function that finds what a request shows, and under which key of which store its response is cached. The
 * key of a page is its path; the key of a view is its canonical target, the theme and the coding. Other parts
 * of a URL do not reach the key.
 */
export function createLookup({ publicPage, changing, personal }: LookupOptions) {
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

  function viewAt(target: string): Subject | null {
    if (!target.startsWith(changing.path)) return null;
    const cached = addresses.get(target);
    if (cached !== undefined) return cached;
    const url = readAddress("localhost", target);
    if (typeof url === "string") return null;
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
    const cookie = themeCookie(readTheme(cookies));
    const coding = codingFor(accepted);
    return { subject, cookie, coding, key: `${coding} ${cookie} ${subject.target}` };
  }

  const isPersonal = (cookies: string) => cookies !== "" && personal.some((test) => test(cookies));

  return lookupOf;
}

const weigh = ({ response }: Entry) => response.bytes;
