import type { IncomingHttpHeaders } from "node:http";
import fresh from "fresh";
import Negotiator from "negotiator";
import type { LiveView } from "../dashboard/dashboard-data.server";
import type { Logger } from "../process/logger.server";
import { createBoundedMap, textBytes } from "../process/memory-bounds.server";
import { currentNetwork, SHARED_NETWORK } from "../process/request-context.server";
import { readTheme, themeCookie } from "../session/theme-cookie.server";
import {
  CODINGS,
  makePage,
  PAGE,
  VIEW,
  type CachingRules,
  type Coding,
  type MadePage,
  type Rendered,
} from "./packed-page.server";
import type { RouteTable } from "./route-table.server";
import { HSTS } from "./security-headers.server";
import type { Visit } from "./visit.server";

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

export type MadePages = ReturnType<typeof createMadePages>;

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
 * Creates the cache of responses that are made once and sent to many visitors: public pages and views of the changing
 * page. Both functions are called for GET and HEAD requests, in the context of the request. The key of a response is
 * what it shows, the theme and the coding; it is current while the version of its results is. It contains timestamps
 * instead of ages, so the passing of time changes nothing.
 */
export function createMadePages(options: MadePagesOptions) {
  const { publicPage, changing, isPersonal, render, logger } = options;
  const paths = [changing.path, `${changing.path}/`, `${changing.path}.data`];
  // zlib's output is a part of a larger buffer.
  const weigh = ({ page: { body, head } }: Made) =>
    body.buffer.byteLength + 2 * textBytes(head.join(""));
  // Views that visitors chose never evict pages and default views.
  const pages = createBoundedMap<Made>("madePages", { weigh });
  const chosenViews = createBoundedMap<Made>("chosenViews", { weigh });
  const underWay = new Map<string, Promise<MadePage | null>>();

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

  /** What a request shows, and under which key; null when it needs a response of its own. */
  function lookUp(url: URL, headers: IncomingHttpHeaders) {
    const { cookie: cookies } = headers;
    const subject = readSubject(url);
    if (subject === null || (cookies && isPersonal(cookies))) return null;
    const cookie = subject.rules === VIEW ? themeCookie(readTheme(cookies ?? null)) : "";
    const coding = codingFor(headers["accept-encoding"]);
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
    /** Returns the response if it is in memory and current; else null. */
    find(url: URL, headers: IncomingHttpHeaders): MadePage | null {
      const found = lookUp(url, headers);
      const made = found?.store.get(found.key);
      const current = made && found?.subject.now();
      if (!found || !made || current?.version !== made.version) return null;
      found.subject.countShown(current.results);
      return made.page;
    },
    /**
     * Makes a response that is not in memory yet, once for all requests that wait for it.
     *
     * @returns null, or a promise of null, when the request needs a response of its own
     */
    make(url: URL, headers: IncomingHttpHeaders): Promise<MadePage | null> | null {
      const found = lookUp(url, headers);
      if (found === null) return null;
      // A chosen view loads with its network's turns and limits, so another network must not share a refusal of it.
      const turns = found.subject.isChosen ? currentNetwork() : SHARED_NETWORK;
      const name = `${turns} ${found.subject.now()?.version} ${found.key}`;
      const page =
        underWay.get(name) ??
        make(found, turns)
          .catch((error: unknown) => {
            logger.error({ err: error }, "a page could not be made");
            return null;
          })
          .finally(() => underWay.delete(name));
      underWay.set(name, page);
      return page;
    },
  };
}

/** The method of Negotiator 1 as used here; the published types describe an older version. */
interface Negotiation {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** Longest `Accept-Encoding` header that is read. */
const LONGEST_ACCEPTED = 256;

/**
 * Negotiates the content coding (RFC 9110, section 12.5.3). Of equally preferred codings the most effective one wins.
 *
 * @param accepted the `Accept-Encoding` header; for one too long to come from a browser the coding is `identity`
 */
export function codingFor(accepted = ""): Coding {
  if (accepted.length > LONGEST_ACCEPTED) return "identity";
  const negotiator: Negotiation = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [best] = negotiator.encodings([...CODINGS, "identity"], { preferred: [...CODINGS] });
  return CODINGS.find((candidate) => candidate === best) ?? "identity";
}

/** Sends a made page: complete, only its head for HEAD, or 304 when the client's copy is current. */
export function sendMade(
  { request, response, context }: Pick<Visit, "request" | "response" | "context">,
  { etag, head, notModified, body }: MadePage,
): void {
  const own = [
    ...["X-Request-Id", context.requestId],
    ...["Server-Timing", `clock;dur=${Date.now()}`],
    ...(context.https ? HSTS : []),
  ];
  if (fresh(request.headers, { etag })) {
    response.writeHead(304, notModified.concat(own)).end();
    return;
  }
  response.writeHead(200, head.concat(own));
  response.end(request.method === "HEAD" ? undefined : body);
}
