/** The parts of a Remix route that the route table reads. No layout of this site has a path. */
export interface SiteRoute {
  path?: string | undefined;
  index?: boolean | undefined;
  module: { handle?: unknown };
}

/** `handle.publicCache` of a route whose document is the same for everybody until the next build. */
export interface PublicCache {
  /** Query parameters that the page reads. A page with one of them differs and is not cached. */
  reads?: readonly string[];
}

/** What the HTTP layer knows about the site's addresses. */
export type RouteTable = ReturnType<typeof createRouteTable>;

/** Label of paths without a route. */
export const OTHER = "other";

type Routes = Readonly<Record<string, SiteRoute | undefined>>;

/**
 * @param routes the Remix routes by id; not read before the first request
 * @param own addresses that are answered without Remix
 */
export function createRouteTable(routes: () => Routes, own: readonly string[]) {
  let table: ReturnType<typeof tableOf> | undefined;
  const rows = () => (table ??= tableOf(routes()));

  return {
    /**
     * Returns the route of a path as a label for metrics: one of the product's own patterns (`/ref/*`), never text that
     * a visitor typed, so that the number of series stays bounded.
     *
     * @param path without query string and without empty segments
     */
    label: (path: string): string => {
      if (own.includes(path)) return path;
      const page = path.replace(/^\/_root\.data$/, "/").replace(/\.data$|(?<=.)\/$/, "");
      const { labels, beginnings } = rows();
      const label = page.toLowerCase();
      if (labels.has(label)) return label;
      const beginning = beginnings.find((start) => label.startsWith(start) && label !== start);
      return beginning === undefined ? OTHER : `${beginning}*`;
    },
    /**
     * Returns the path of the public page that a URL shows: the page's route declares `publicCache`, and the query has
     * no parameter that the page reads. Null for other URLs.
     */
    publicPage: ({ pathname, searchParams }: URL): string | null => {
      const page = rows().publicPages.get(pathname);
      return page && !page.reads.some((name) => searchParams.has(name)) ? page.path : null;
    },
  };
}

function tableOf(routes: Routes) {
  const labels = new Set<string>();
  const beginnings = ["/assets/"];
  const publicPages = new Map<string, { path: string; reads: readonly string[] }>();
  for (const { path = "", index = false, module } of Object.values(routes).filter(isRoute)) {
    if (path === "*" || (path === "" && !index)) continue;
    const label = `/${path}`;
    if (label.endsWith("/*")) beginnings.push(label.slice(0, -1));
    else labels.add(label);
    // `handle` is untyped in Remix; every route of this site declares it as a `PageHandle`.
    const cache = (module.handle as { publicCache?: PublicCache } | undefined)?.publicCache;
    if (!cache) continue;
    for (const path of [label, label.replace(/([^/])$/, "$1/")]) {
      publicPages.set(path, { path, reads: cache.reads ?? [] });
    }
  }
  return { labels, beginnings, publicPages };
}

const isRoute = (route: SiteRoute | undefined) => route !== undefined;
