import { LRUCache } from "lru-cache";
import type { Logger } from "../logger.server";
import type { KeptAnswer } from "./kept-answer.server";
import { keepDocument, type Rendered } from "./kept-document.server";
import type { WeighedPageCache } from "./page-cache.server";
import { isPersonal } from "./personal-cookies.server";
import { EVERYBODY } from "./request-context.server";
import { readAddress } from "./request-url.server";

/** What is known of a page whose document and data change with figures. */
export interface ChangingPage {
  /** Its document's path; `{path}/` and `{path}.data` show the same. */
  path: string;
  /**
   * What a view of the page shows, by its URL.
   *
   * @returns a function that names it as it is at this moment, without waiting: null for a view that is to be
   *   made for each request
   */
  versions: (url: URL) => () => string | null;
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
const TRUE_FOR_MS = 1_000;

/** A core makes fewer views than that in the second for which they are true. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ADDRESSES = 1_000;

/** Two milliseconds for a document; what is kept for a second is not worth more. */
const QUALITY = 4;

const HEADERS = { cacheControl: "private, no-cache", vary: "Accept-Encoding", quality: QUALITY };

interface Kept {
  answer: KeptAnswer;
  version: string;
  until: number;
}

/**
 * Documents and data of a page that changes with figures, each made once for what it shows: its address, the
 * versions of its blocks and the visitor's choice. At most one of a key is under way.
 */
export function createViewCache(options: ViewCacheOptions): WeighedPageCache {
  const { path, versions, choice, render, logger } = options;
  const elapsed = options.elapsed ?? (() => performance.now());
  const addresses = new LRUCache<string, () => string | null>({ max: MAX_ADDRESSES });
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.bytes + 2 * key.length,
  });
  const underWay = new Map<string, Promise<KeptAnswer | null>>();

  /** How to name what an address shows; undefined for one that is no view of the page. */
  function versionOf(target: string): (() => string | null) | undefined {
    const known = addresses.get(target);
    if (known !== undefined) return known;
    const url = readAddress("localhost", target);
    if (typeof url === "string" || url.searchParams.has("_data")) return undefined;
    if (![path, `${path}/`, `${path}.data`].includes(url.pathname)) return undefined;
    const version = versions(url);
    addresses.set(target, version);
    return version;
  }

  async function make(
    key: string,
    target: string,
    cookie: string,
    version: string,
    network: string,
  ): Promise<KeptAnswer | null> {
    const until = elapsed() + TRUE_FOR_MS;
    const answer = await keepDocument(await render(target, cookie, network), HEADERS);
    // What changes meanwhile may be in it or not; it has another version, so that nobody finds this any more.
    if (answer) kept.set(key, { answer, version, until });
    return answer;
  }

  /** What a request asks for, by name; null when it is to be answered by itself. */
  function asked(target: string, cookies: string | undefined) {
    if (!target.startsWith(path) || isPersonal(cookies)) return null;
    const version = versionOf(target)?.() ?? null;
    if (version === null) return null;
    const cookie = choice(cookies);
    return { version, cookie, key: `${cookie} ${target}` };
  }

  return {
    held: () => ({ entries: kept.size, bytes: kept.calculatedSize }),
    find(target, cookies) {
      const view = asked(target, cookies);
      const known = view && kept.get(view.key);
      const stands = known && known.version === view.version && elapsed() < known.until;
      return stands ? known.answer : null;
    },
    make(target, cookies, network = EVERYBODY) {
      const view = asked(target, cookies);
      if (view === null) return null;
      const { key, cookie, version } = view;
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
