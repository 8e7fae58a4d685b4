import type { Logger } from "../../process/logger.server";
import { SHARED_NETWORK } from "../../process/request-context.server";
import { createSingleFlight } from "../../resilience/single-flight.server";
import {
  cacheDocument,
  PAGE,
  VIEW,
  type CachedResponse,
  type Rendered,
} from "./cached-response.server";
import {
  createLookup,
  type Lookup,
  type LookupOptions,
  type Subject,
} from "./response-lookup.server";

export interface ResponseCacheOptions extends LookupOptions {
  /** Renders a target without a visitor's data. `cookie` holds the theme; `network` is the client's. */
  render: (target: string, cookie: string, network: string) => Promise<Rendered>;
  logger: Pick<Logger, "error">;
}

/** Responses that are made once and sent to many visitors: public pages and views of the changing page. */
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
   * @param network the client's network: views that visitors chose wait for its turns
   * @returns null, or a promise of null, when the request needs a response of its own
   */
  make(
    target: string,
    cookies: string | undefined,
    network?: string,
    accepted?: string,
  ): Promise<CachedResponse | null> | null;
}

/** Brotli quality that takes a tenth of a second, worth it for pages that are sent until the next build. */
const BEST_QUALITY = 11;

/**
 * Creates the cache. A view is valid while the version of its results is current; it contains timestamps instead of
 * ages, so the passing of time changes nothing. A render gets only what the key contains. At most one response per key
 * is made at a time; for views that visitors chose, one per key and client network.
 */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { render, logger } = options;
  const lookupOf = createLookup(options);
  const flights = createSingleFlight<CachedResponse | null>();

  async function make(lookup: Lookup, turns: string): Promise<CachedResponse | null> {
    const { subject, cookie, coding, key } = lookup;
    const { kind, target, store } = subject;
    if (subject.now() === null) await subject.load();
    const current = subject.now();
    if (current === null) return null;
    const { version } = current;
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
    if (subject.now() !== null) store.set(key, { response, version });
    return response;
  }

  const report =
    ({ kind, target }: Subject) =>
    (error: unknown) => {
      logger.error({ err: error, ...(kind === "page" && { path: target }) }, `${kind} cache`);
      return null;
    };

  return {
    find(target, cookies, accepted) {
      const lookup = lookupOf(target, cookies, accepted);
      const entry = lookup?.subject.store.get(lookup.key);
      const current = lookup?.subject.now();
      if (!lookup || !entry || current?.version !== entry.version) return null;
      lookup.subject.countShown(current.results);
      return entry.response;
    },
    make(target, cookies, network = SHARED_NETWORK, accepted) {
      const lookup = lookupOf(target, cookies, accepted);
      if (lookup === null) return null;
      const { subject, key } = lookup;
      // A chosen view loads with its network's turns and limits, so another network must not share a refusal of it.
      const turns = subject.isChosen ? network : SHARED_NETWORK;
      return flights.run(`${turns} ${subject.now()?.version} ${key}`, () =>
        make(lookup, turns).catch(report(subject)),
      );
    },
  };
}
