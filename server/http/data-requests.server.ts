import { matchRoutes } from "@remix-run/react";
import type { RouteEntry } from "./route-label.server";

/** What a Remix route tells of whether its address is a page. */
export interface DataRoute extends RouteEntry {
  id: string;
  index?: boolean | undefined;
  caseSensitive?: boolean | undefined;
  module: { default?: unknown; ErrorBoundary?: unknown; action?: unknown };
}

type Tree = Parameters<typeof matchRoutes>[0];

const SUFFIX = /\.data\/?$/i;

/**
 * Remix answers `{path}.data` for every route with the loader's result as data, also where the loader's
 * result is a stream or a file. An address without a page has no such data, but for
 * the forms that scripts send to its action.
 *
 * @param routes the Remix routes by id
 * @returns whether a request asks for data that does not exist. `?_data={route}` is treated so for every route: pages do
 *   not use it any more, and Remix logs an error for each such request
 */
export function createDataRequestCheck(
  routes: Record<string, DataRoute | undefined>,
): (method: string, url: URL) => boolean {
  const tree = treeOf(routes);

  return (method, url) => {
    if (url.searchParams.has("_data")) return true;
    const reads = method === "GET" || method === "HEAD";
    const pathname = withoutSuffix(url.pathname);
    if (pathname === null) return false;
    const id = matchRoutes(tree, { pathname })?.at(-1)?.route.id;
    const route = id === undefined ? undefined : routes[id];
    if (route === undefined || isPage(route)) return false;
    return reads || route.module.action === undefined;
  };
}

/** Whether a route is a page, by the rule that Remix uses. */
function isPage({ module }: DataRoute): boolean {
  return module.default !== undefined || module.ErrorBoundary !== undefined;
}

function treeOf(routes: Record<string, DataRoute | undefined>, parentId?: string): Tree {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, caseSensitive = false, index }) => {
      const node = { id, caseSensitive, ...(path !== undefined && { path }) };
      return index ? { ...node, index } : { ...node, children: treeOf(routes, id) };
    });
}

/** @returns null when the path has no suffix, however it is spelled; bytes that are no text have none */
function withoutSuffix(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return SUFFIX.test(decoded) ? encodeURI(decoded.replace(SUFFIX, "")) : null;
  } catch {
    return null;
  }
}
