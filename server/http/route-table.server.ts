import { pathOf } from "../process/request-url.server";

/** What a Remix route tells of its address. */
export interface SiteRoute {
  path?: string | undefined;
  parentId?: string | undefined;
  index?: boolean | undefined;
  module: { default?: unknown; ErrorBoundary?: unknown; action?: unknown; handle?: unknown };
}

/** What a route's `handle` says when its document is the same for everybody until the next build. */
export interface PublicCache {
  /** Parameters of the query that the page reads: with one of them the page differs, and is not cached. */
  reads?: readonly string[];
}

/** What the HTTP layer knows of the site's addresses. */
export interface RouteTable {
  /**
   * Names the route of a path, for metrics: one of the product's own patterns (`/ref/:code`), never what a visitor
   * typed, so that the number of series stays bounded.
   *
   * @param path without query string and without runs of slashes
   */
  label: (path: string) => string;
  /**
   * Whether a request asks for data that does not exist. Remix answers `{path}.data` for every route, also where the
   * loader's result is a stream or a file; an address without a page has no such data, but for the forms that scripts
   * send to its action. `?_data={route}` is treated so for every route: pages do not use it any more, and Remix logs an
   * error for each such request.
   */
  isDataOfNoPage: (method: string, url: URL) => boolean;
  /**
   * The path of the page that a target shows, where everybody gets the same: its route says so, and the query has
   * nothing that the page reads. Null for other targets.
   *
   * @param target as received
   */
  publicPage: (target: string) => string | null;
}

/** Label of a path that leads nowhere. */
export const OTHER = "other";

type Routes = Readonly<Record<string, SiteRoute | undefined>>;

interface Row extends Pick<SiteRoute, "module"> {
  label: string;
}

const DATA_SUFFIX = /\.data\/?$/i;

/** By which older versions of Remix asked for the data of a route. */
export const DATA_PARAMETER = "_data";

/**
 * @param routes the Remix routes by id, parents before their children; not read before the first request
 * @param own addresses that are answered without Remix
 */
export function createRouteTable(routes: () => Routes, own: readonly string[]): RouteTable {
  let table: ReturnType<typeof tableOf> | undefined;
  const rows = () => (table ??= tableOf(routes()));

  function rowOf(path: string): Row | undefined {
    const { fixed, patterns } = rows();
    const page = withoutSlashes(path);
    return fixed.get(page.toLowerCase()) ?? patterns.find(({ regexp }) => regexp.test(page))?.row;
  }

  return {
    label(path) {
      if (own.includes(path)) return path;
      if (path.startsWith("/assets/")) return "/assets/*";
      const row =
        rows().fixed.get(path) ??
        rowOf(path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, ""));
      return row?.label ?? OTHER;
    },
    isDataOfNoPage(method, url) {
      if (url.searchParams.has(DATA_PARAMETER)) return true;
      const path = decoded(url.pathname);
      if (path === null || !DATA_SUFFIX.test(path)) return false;
      const module = rowOf(path.replace(DATA_SUFFIX, ""))?.module;
      // The rule by which Remix tells pages from other routes.
      if (module === undefined || (module.default ?? module.ErrorBoundary) !== undefined) {
        return false;
      }
      return method === "GET" || method === "HEAD" || module.action === undefined;
    },
    publicPage(target) {
      const path = pathOf(target);
      const reads = rows().publicPages.get(path);
      if (reads === undefined) return null;
      if (path === target) return path;
      const names = [...new URLSearchParams(target.slice(path.length)).keys()];
      return names.some((name) => reads.includes(name)) ? null : path;
    },
  };
}

function tableOf(routes: Routes) {
  const fixed = new Map<string, Row>();
  const patterns: { regexp: RegExp; row: Row }[] = [];
  const publicPages = new Map<string, readonly string[]>();
  for (const route of Object.values(routes)) {
    // A layout has no address of its own.
    if (route === undefined || (route.path === undefined && !route.index)) continue;
    const { module } = route;
    const label = fullPath(routes, route);
    if (!/[:*]/.test(label)) fixed.set(label.toLowerCase(), { label, module });
    else if (label !== "/*") patterns.push({ regexp: toRegExp(label), row: { label, module } });
    // `handle` is untyped in Remix; every route of this site declares it as a `PageHandle`.
    const same = (module.handle as { publicCache?: PublicCache } | undefined)?.publicCache;
    if (!same) continue;
    const reads = [...(same.reads ?? []), DATA_PARAMETER];
    for (const path of [label, label.replace(/([^/])$/, "$1/")]) publicPages.set(path, reads);
  }
  return { fixed, patterns, publicPages };
}

/** The path of a route's page, its parents' included. */
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

/** A loop, because a pattern would take the square of the number of slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end) || "/";
}

/** @returns null for bytes that are no text */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
