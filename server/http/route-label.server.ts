/** The parts of a Remix route that make up its URL. */
export interface RouteEntry {
  path?: string | undefined;
  parentId?: string | undefined;
}

/** Label of a path that leads nowhere. */
export const OTHER = "other";

/**
 * Names the route of a path, for metrics: one of the product's own patterns (`/ref/:code`), never what
 * a visitor typed, so that the number of series stays bounded.
 *
 * @param routes the Remix routes by id
 * @returns maps a path without query string and without runs of slashes to its label
 */
export function createRouteLabel(
  routes: Record<string, RouteEntry | undefined>,
): (path: string) => string {
  const paths = Object.values(routes)
    .map((route) => fullPath(routes, route))
    .filter((path) => path !== "/*");
  const fixed = new Map(
    paths.filter((path) => !VARIES.test(path)).map((path) => [path.toLowerCase(), path]),
  );
  const patterns = paths
    .filter((path) => VARIES.test(path))
    .map((pattern) => ({ pattern, regexp: new RegExp(`^${toRegExp(pattern)}$`, "i") }));

  return (path) => {
    if (path.startsWith("/assets/")) return "/assets/*";
    const known = fixed.get(path);
    if (known !== undefined) return known;
    const page = path
      .replace(/^\/_root\.data$/, "/")
      .replace(/\.data$/, "")
      .replace(/(.)\/$/, "$1");
    return (
      fixed.get(page.toLowerCase()) ??
      patterns.find(({ regexp }) => regexp.test(page))?.pattern ??
      OTHER
    );
  };
}

const VARIES = /[:*]/;

/** The path of a route's page, its parents' included. */
export function fullPath(
  routes: Record<string, RouteEntry | undefined>,
  route: RouteEntry | undefined,
): string {
  if (route === undefined) return "/";
  const parent = route.parentId === undefined ? "/" : fullPath(routes, routes[route.parentId]);
  return route.path === undefined ? parent : `${parent.replace(/\/$/, "")}/${route.path}`;
}

function toRegExp(pattern: string): string {
  return pattern
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/:[^/]+/g, "[^/]+")
    .replace(/\*$/, ".+");
}
