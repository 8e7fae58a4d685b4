import type { IncomingHttpHeaders } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import fresh from "fresh";
import Negotiator from "negotiator";
import type { PageHandle } from "~/features/shell/page-handle";
import type { LiveView, ViewQueries } from "../dashboard/dashboard-data.server";
import type { Logger } from "../process/logger.server";
import { createBoundedMap, textBytes, type BoundedMap } from "../process/memory-bounds.server";
import { currentNetwork, SHARED_NETWORK } from "../process/request-context.server";
import { readTheme, themeCookie } from "../session/theme.server";
import {
  CODINGS,
  makePage,
  PAGE,
  VIEW,
  type Coding,
  type MadePage,
  type Rendered,
} from "./packed-page.server";
import { visitHeaders } from "./response-headers.server";
import type { Visit } from "./visit.server";

/** Returns the Remix routes by id. Not called before the first request. No layout of this site has a path. */
export type Routes = () => ServerBuild["routes"];

/** The view that a URL of the changing page shows. */
export interface View {
  /** Canonical query of the view, the same for all URLs that show it. */
  query: URLSearchParams;
  /** The results that it shows. */
  queries: ViewQueries;
  /** Whether a visitor has chosen the view (a search, a filter, a later page), so that it is not a default view. */
  isChosen: boolean;
}

export interface MadePagesOptions {
  routes: Routes;
  /** The page whose document and data change with the dashboard's figures. */
  changing: {
    /** Path of the document. `{path}/` and `{path}.data` show the same view. */
    path: string;
    /** @returns the view that a URL of the page shows */
    view: (url: URL) => View;
  };
  /** Reads results of the changing page through the cache. */
  live: (queries: ViewQueries) => LiveView;
  /** Whether a `Cookie` header contains something that only its sender may see on a page. */
  isPersonal: (cookies: string | undefined) => boolean;
  /** Renders a target without a visitor's data. `cookie` holds the theme; `network` is the client's. */
  render: (target: string, cookie: string, network: string) => Promise<Rendered>;
  logger: Pick<Logger, "error">;
}

/** Finds what a URL shows; null when the request needs a response of its own. */
export type MadePages = (url: URL, headers: IncomingHttpHeaders) => SharedPage | null;

/** A response that many visitors may get. */
interface SharedPage {
  /** Returns the response if it is in memory and current. */
  find(): MadePage | undefined;
  /**
   * Returns the last document of a default view, at most a minute old, for times of overload. Never its data: an open
   * page may show newer ones.
   */
  findLast(): MadePage | undefined;
  /** Makes the response, once for all requests that wait for it. Undefined if only a visitor's own rendering will do. */
  make(): Promise<MadePage | undefined>;
}

/** A page that is the same for everybody is treated as a view that never changes. */
const UNCHANGING: LiveView = {
  now: () => ({ version: "", results: {} }),
  load: () => Promise.resolve(),
  countShown: () => undefined,
};

/**
 * Creates the cache of responses that are made once and sent to many visitors: public pages and views of the changing
 * page, for GET and HEAD. The key of a response is what it shows, the version of its results, the theme and the coding.
 * It contains timestamps instead of ages, so the passing of time changes nothing.
 */
export function createMadePages(options: MadePagesOptions): MadePages {
  const { changing, live, isPersonal, render, logger } = options;
  const paths = [changing.path, `${changing.path}/`, `${changing.path}.data`];
  // Each change of its figures makes a view anew. Views evict no page, and those that visitors chose no default view.
  const pages = createStore("madePages");
  const defaultViews = createStore("defaultViews");
  const chosenViews = createStore("chosenViews");
  let publicPages: ReturnType<typeof publicPagesOf> | undefined;

  /** What a URL shows, with its canonical target. */
  function readSubject(url: URL) {
    const { pathname } = url;
    if (paths.includes(pathname)) {
      const { query, queries, isChosen } = changing.view(url);
      const target = query.size === 0 ? pathname : `${pathname}?${query}`;
      return { view: live(queries), target, rules: VIEW, isChosen };
    }
    publicPages ??= publicPagesOf(options.routes());
    const reads = publicPages.get(pathname.replace(/(?<=.)\/$/, ""));
    if (!reads || reads.some((name) => url.searchParams.has(name))) return null;
    return { view: UNCHANGING, target: pathname, rules: PAGE, isChosen: false };
  }

  return (url, headers) => {
    const subject = readSubject(url);
    if (subject === null || (headers.cookie && isPersonal(headers.cookie))) return null;
    const { view, target, rules, isChosen } = subject;
    const cookie = rules === VIEW ? themeCookie(readTheme(headers.cookie ?? null)) : "";
    const coding = codingFor(headers["accept-encoding"]);
    const network = isChosen ? currentNetwork() : SHARED_NETWORK;
    const store = rules === PAGE ? pages : isChosen ? chosenViews : defaultViews;
    const name = `${coding} ${cookie} ${target}`;
    const keyOf = (version: string) => `${name} ${version}`;

    async function makeNow(): Promise<MadePage | undefined> {
      try {
        const page = await makePage(await render(target, cookie, network), rules, coding);
        // If a result was lost during the rendering, the page may show an error that concerns only this visitor.
        if (view.now() === null) return undefined;
        const isDocument = !url.pathname.endsWith(".data");
        if (page && isDocument && store === defaultViews) store.set(name, page, { ttl: 60_000 });
        return page;
      } catch (error) {
        logger.error({ err: error }, "a page could not be made");
        return undefined;
      }
    }

    return {
      find() {
        const current = view.now();
        const page = current ? store.get(keyOf(current.version)) : undefined;
        if (current && page) view.countShown(current.results);
        return page;
      },
      findLast: () => defaultViews.get(name),
      async make() {
        if (view.now() === null) await view.load();
        const current = view.now();
        return current ? store.fetch(keyOf(current.version), { context: makeNow }) : undefined;
      },
    };
  };
}

/** The query parameters that each page reads which is otherwise the same for everybody, by path. */
function publicPagesOf(routes: ReturnType<Routes>): ReadonlyMap<string, readonly string[]> {
  const pages = new Map<string, readonly string[]>();
  for (const { path = "", index = false, module } of Object.values(routes)) {
    // `handle` is untyped in Remix; every route of this site declares it as a `PageHandle`.
    const { publicCache } = (module.handle ?? {}) as PageHandle;
    if (publicCache && (path !== "" || index)) pages.set(`/${path}`, publicCache.reads ?? []);
  }
  return pages;
}

/** A store of pages, which makes each missing page once. */
const createStore = (name: BoundedMap) =>
  createBoundedMap<MadePage, () => Promise<MadePage | undefined>>(name, {
    // zlib's output is a part of a larger buffer.
    weigh: ({ body, head }) => body.buffer.byteLength + 2 * textBytes(head.join("")),
    fetchMethod: (_key, _old, { context: make }) => make(),
    // A page that is evicted before it is made is still made, for those who wait for it.
    ignoreFetchAbort: true,
    allowStaleOnFetchRejection: true,
  });

/** The method of Negotiator 1 as used here. */
interface Negotiation {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** Longest `Accept-Encoding` header that is read. */
const LONGEST_ENCODINGS = 256;

/** Codings by header. Browsers send a handful of different ones, and reading one takes long. */
const codings = createBoundedMap<Coding>("negotiatedCodings", { memoMethod: negotiate });

/**
 * The content coding of a response. Of equally preferred ones the most effective wins.
 *
 * @param accepted the `Accept-Encoding` header; for one too long to come from a browser the coding is `identity`
 */
export function codingFor(accepted = ""): Coding {
  return accepted.length > LONGEST_ENCODINGS ? "identity" : codings.memo(accepted);
}

/** Negotiates the content coding (RFC 9110, section 12.5.3). */
function negotiate(accepted: string): Coding {
  // The published types describe an older version.
  const negotiator: Negotiation = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [best] = negotiator.encodings([...CODINGS], { preferred: [...CODINGS] });
  return CODINGS.find((coding) => coding === best) ?? "identity";
}

/** Sends a made page: complete, only its head for HEAD, or 304 when the client's copy is current. */
export function sendMade(
  visit: Pick<Visit, "request" | "response" | "context">,
  { etag, head, notModified, body }: MadePage,
): void {
  const { request, response } = visit;
  const own = visitHeaders(visit);
  if (fresh(request.headers, { etag })) {
    response.writeHead(304, notModified.concat(...own)).end();
  } else {
    response.writeHead(200, head.concat(...own)).end(body);
  }
}
