import type { ServerBuild } from "@remix-run/node";
import { OPERATION_PATHS } from "../operations/operations.server";

/** `handle.publicCache` of a route whose document is the same for everybody until the next build. */
export interface PublicCache {
  /** Query parameters that the page reads. A page with one of them differs and is not cached. */
  reads?: readonly string[];
}

/** What the HTTP layer knows about the site's addresses. */
export type RouteTable = ReturnType<typeof createRouteTable>;

/** Label of paths without a route. */
export const OTHER = "other";

/** @param routes the Remix routes by id; not read before the first request. No layout of this site has a path */
export function createRouteTable(routes: () => ServerBuild["routes"]) {
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
      if (OPERATION_PATHS.some((own) => own === path)) return path;
      const page = path.replace(/^\/_root\.data$/, "/").replace(/\.data$|(?<=.)\/$/, "");
      const { pages, beginnings } = rows();
      const label = page.toLowerCase();
      if (pages.has(label)) return label;
      const beginning = beginnings.find((start) => label.startsWith(start) && label !== start);
      return beginning === undefined ? OTHER : `${beginning}*`;
    },
    /**
     * Returns the path of the public page that a URL shows: the page's route declares `publicCache`, and the query has
     * no parameter that the page reads. Null for other URLs.
     */
    publicPage: ({ pathname, searchParams }: URL): string | null => {
      const page = rows().pages.get(pathname.replace(/(?<=.)\/$/, ""));
      return page && !page.reads?.some((name) => searchParams.has(name)) ? pathname : null;
    },
  };
}

function tableOf(routes: ServerBuild["routes"]) {
  const pages = new Map<string, PublicCache | undefined>();
  const beginnings = ["/assets/"];
  for (const { path = "", index = false, module } of Object.values(routes)) {
    if (path === "*" || (path === "" && !index)) continue;
    // `handle` is untyped in Remix; every route of this site declares it as a `PageHandle`.
    const handle = module.handle as { publicCache?: PublicCache } | undefined;
    if (path.endsWith("/*")) beginnings.push(`/${path.slice(0, -1)}`);
    else pages.set(`/${path}`, handle?.publicCache);
  }
  return { pages, beginnings };
}
