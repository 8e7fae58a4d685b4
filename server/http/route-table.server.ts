/** The parts of a Remix route that the route table reads. */
export interface SiteRoute {
  path?: string | undefined;
  parentId?: string | undefined;
  index?: boolean | undefined;
  module: { handle?: unknown };
}

/** `handle.publicCache` of a route whose document is the same for everybody until the next build. */
export interface PublicCache {
  /** Query parameters that the page reads. A page with one of them differs and is not cached. */
  reads?: readonly string[];
}

/** What the HTTP layer knows about the site's addresses. */
export interface RouteTable {
  /**
   * Returns the route of a path as a label for metrics: one of the product's own patterns (`/ref/:code`), never text
   * that a visitor typed, so that the number of series stays bounded.
   *
   * @param path without query string and without runs of slashes
   */
  label: (path: string) => string;
  /**
   * Returns the path of the public page that a URL shows: the page's route declares `publicCache`, and the query has no
   * parameter that the page reads. Null for other URLs.
   */
  publicPage: (url: URL) => string | null;
}

/** Label of paths without a route. */
export const OTHER = "other";

type Routes = Readonly<Record<string, SiteRoute | undefined>>;

/**
 * @param routes the Remix routes by id, parents before their children; not read before the first request
 * @param own addresses that are answered without Remix
 */
export function createRouteTable(routes: () => Routes, own: readonly string[]): RouteTable {
  let table: ReturnType<typeof tableOf> | undefined;
  const rows = () => (table ??= tableOf(routes()));

  return {
    label(path) {
      if (own.includes(path)) return path;
      if (path.startsWith("/assets/")) return "/assets/*";
      const { fixed, patterns } = rows();
      const page = withoutSlashes(path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, ""));
      const label = fixed.get(page.toLowerCase());
      return label ?? patterns.find(({ regexp }) => regexp.test(page))?.label ?? OTHER;
    },
    publicPage({ pathname, searchParams }) {
      const page = rows().publicPages.get(pathname);
      return page && !page.reads.some((name) => searchParams.has(name)) ? page.path : null;
    },
  };
}

function tableOf(routes: Routes) {
  const fixed = new Map<string, string>();
  const patterns: { regexp: RegExp; label: string }[] = [];
  const publicPages = new Map<string, { path: string; reads: readonly string[] }>();
  for (const route of Object.values(routes)) {
    // A layout has no address of its own.
    if (route === undefined || (route.path === undefined && !route.index)) continue;
    const label = fullPath(routes, route);
    if (!/[:*]/.test(label)) fixed.set(label.toLowerCase(), label);
    else if (label !== "/*") patterns.push({ regexp: toRegExp(label), label });
    // `handle` is untyped in Remix; every route of this site declares it as a `PageHandle`.
    const cache = (route.module.handle as { publicCache?: PublicCache } | undefined)?.publicCache;
    if (!cache) continue;
    for (const path of [label, label.replace(/([^/])$/, "$1/")]) {
      publicPages.set(path, { path, reads: cache.reads ?? [] });
    }
  }
  return { fixed, patterns, publicPages };
}

/** The full path of a route, including the paths of its parents. */
function fullPath(routes: Routes, route: SiteRoute | undefined): string {
  if (route === undefined) return "/";
  const parent = route.parentId === undefined ? "/" : fullPath(routes, routes[route.parentId]);
  return route.path === undefined ? parent : `${parent.replace(/\/$/, "")}/${route.path}`;
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/:[^/]+/g, "[^/]+")
    .replace(/\*$/, ".+");
  return new RegExp(`^${source}$`, "i");
}

/** Removes trailing slashes. A pattern's run time would grow with the square of the number of slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end) || "/";
}
