import type { LiveView } from "../dashboard/dashboard-data.server";
import type { Logger } from "../process/logger.server";
import { createBoundedMap, textBytes } from "../process/memory-bounds.server";
import { SHARED_NETWORK } from "../process/request-context.server";
import { createSingleFlight } from "../resilience/single-flight.server";
import { readTheme, themeCookie } from "../session/theme-cookie.server";
import {
  codingFor,
  makePage,
  PAGE,
  VIEW,
  type CachingRules,
  type MadePage,
  type Rendered,
} from "./made-page.server";
import type { RouteTable } from "./route-table.server";

/** The view that a URL of the changing page shows. */
export interface View extends LiveView {
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

export interface MadePagesOptions {
  /** Returns the path of the public page that a URL shows; null for other URLs. */
  publicPage: RouteTable["publicPage"];
  changing: ChangingPage;
  /** Whether a `Cookie` header contains something that only its sender may see on a page. */
  isPersonal: (cookies: string | undefined) => boolean;
  /** Renders a target without a visitor's data. `cookie` holds the theme; `network` is the client's. */
  render: (target: string, cookie: string, network: string) => Promise<Rendered>;
  logger: Pick<Logger, "error">;
}

/** A GET or HEAD request. */
export interface PageRequest {
  url: URL;
  /** The `Cookie` header. */
  cookies?: string | undefined;
  /** The `Accept-Encoding` header. */
  accepted?: string | undefined;
}

/** Responses that are made once and sent to many visitors: public pages and views of the changing page. */
export interface MadePages {
  /** Returns the response if it is in memory and current; else null. */
  find(request: PageRequest): MadePage | null;
  /**
   * Makes a response that is not in memory yet, once for all requests that wait for it.
   *
   * @param network the client's network, whose turns a view waits for that a visitor chose
   * @returns null, or a promise of null, when the request needs a response of its own
   */
  make(request: PageRequest, network?: string): Promise<MadePage | null> | null;
}

/** Bytes that a remembered subject takes beside its address, and the longest address that is remembered. */
const SUBJECT_BYTES = 2048;
const LONGEST_ADDRESS = 512;

/** What a URL shows. */
interface Subject extends LiveView {
  /** Canonical target, for rendering and as a part of the key. */
  target: string;
  rules: CachingRules;
  isChosen: boolean;
}

/** A page that is the same for everybody is treated as a view that never changes. */
const UNCHANGING: LiveView = {
  now: () => ({ version: "", results: {} }),
  load: () => Promise.resolve(),
  countShown: () => undefined,
};

interface Made {
  page: MadePage;
  /** Version of the query results that the page shows. */
  version: string;
}

/**
 * Creates the cache. The key of a response is what it shows, the theme and the coding; it is current while the version
 * of its results is. It contains timestamps instead of ages, so the passing of time changes nothing.
 */
export function createMadePages(options: MadePagesOptions): MadePages {
  const { publicPage, changing, isPersonal, render, logger } = options;
  const paths = [changing.path, `${changing.path}/`, `${changing.path}.data`];
  const weigh = ({ page: { body, head } }: Made) => body.length + 2 * textBytes(head.join(""));
  // Views that visitors chose never evict pages and default views.
  const pages = createBoundedMap<Made>("madePages", { weigh });
  const chosenViews = createBoundedMap<Made>("chosenViews", { weigh });
  const subjects = createBoundedMap<Subject>("shownByAddress", { weigh: () => SUBJECT_BYTES });
  const flights = createSingleFlight<MadePage | null>();

  function readSubject(url: URL): Subject | null {
    // The constant, because a part of the URL would keep the whole URL in memory.
    const path = paths.find((candidate) => candidate === url.pathname);
    if (path !== undefined) {
      const { query, ...view } = changing.view(url);
      return { ...view, target: query.size === 0 ? path : `${path}?${query}`, rules: VIEW };
    }
    const target = publicPage(url);
    return target === null ? null : { ...UNCHANGING, target, rules: PAGE, isChosen: false };
  }

  function subjectOf(url: URL): Subject | null {
    const address = url.pathname + url.search;
    if (address.length > LONGEST_ADDRESS) return readSubject(url);
    const known = subjects.get(address);
    if (known) return known;
    const subject = readSubject(url);
    if (subject !== null) subjects.set(address, subject);
    return subject;
  }

  /** What a request shows, and under which key; null when it needs a response of its own. */
  function lookUp({ url, cookies, accepted }: PageRequest) {
    const subject = subjectOf(url);
    if (subject === null || (cookies && isPersonal(cookies))) return null;
    const cookie = subject.rules === VIEW ? themeCookie(readTheme(cookies ?? null)) : "";
    const coding = codingFor(accepted);
    const store = subject.isChosen ? chosenViews : pages;
    return { subject, cookie, coding, store, key: `${coding} ${cookie} ${subject.target}` };
  }

  async function make(
    { subject, cookie, coding, store, key }: NonNullable<ReturnType<typeof lookUp>>,
    network: string,
  ): Promise<MadePage | null> {
    if (subject.now() === null) await subject.load();
    const current = subject.now();
    if (current === null) return null;
    const { version } = current;
    const page = await makePage(
      await render(subject.target, cookie, network),
      subject.rules,
      coding,
    );
    // If a result changed during the render, the view has another version and this page is never found. If a result was
    // lost, the response may show an error that concerns only this visitor, so it is not kept.
    if (page !== null && subject.now() !== null) store.set(key, { page, version });
    return page;
  }

  return {
    find(request) {
      const found = lookUp(request);
      const made = found?.store.get(found.key);
      const current = made && found?.subject.now();
      if (!found || !made || current?.version !== made.version) return null;
      found.subject.countShown(current.results);
      return made.page;
    },
    make(request, network = SHARED_NETWORK) {
      const found = lookUp(request);
      if (found === null) return null;
      const { subject, key } = found;
      // A chosen view loads with its network's turns and limits, so another network must not share a refusal of it.
      const turns = subject.isChosen ? network : SHARED_NETWORK;
      return flights.run(`${turns} ${subject.now()?.version} ${key}`, () =>
        make(found, turns).catch((error: unknown) => {
          logger.error({ err: error }, "a page could not be made");
          return null;
        }),
      );
    },
  };
}
