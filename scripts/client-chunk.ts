import type { Rollup } from "vite";

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\/|commonjsHelpers|vite\/preload-helper/;

/** Modules of pages that use Remix's router; see `router-apart.ts`. */
const ROUTER =
  /@remix-run\/.*\.js\?router$|@remix-run\/react\/dist\/esm\/(browser|data)\.|shell\/routed-page\./;

/** Modules that hydrate pages without the router. */
const UNROUTED =
  /react-router-dom\/server\.|@remix-run\/react\/dist\/esm\/(server|routes)\.js$|shell\/unrouted-page\./;

/** Modules of pages without the router whose forms are posted by a script. */
const FORM_PAGE = /shell\/form-page\./;

/** Modules of pages with films, including the icons that two of these pages share. */
const FILM = /app\/ui\/(film|phone|pause-button)|app\/content\/film|icons\/(timer|smartphone)\.mjs/;

/** Modules of pages with a form: form fields, and the fetch of their data. */
const FORM =
  /app\/ui\/(field|problem-summary|sandbox-note)|app\/lib\/format-(date|zone)\.|shell\/patient-fetch\./;

/**
 * Modules that are too small for a file of their own, lucide's rendering code, and the icons
 * of the parts that all pages share. Other icons belong to the pages that show them.
 */
const PIECES =
  /app\/ui\/use-in-view|lucide-react\/dist\/esm\/(?!icons\/)|icons\/(menu|x|play|pause|arrow-left|arrow-up-right|chevron-down|copy|info|check|triangle-alert)\.mjs/;

/** Icons that more than one dashboard page shows. */
const DASHBOARD_ICONS = /icons\/(gauge|moon|rotate-cw|route|rows-3|sun)\.mjs/;

const OWN = /\/app\/(ui|lib|content|features|routes|styles)\/|\/app\/root\.tsx/;

/** Entries of the parts that pages share. The patterns have no `$`, because Remix adds a query to a route's entry. */
const ROOT = /\/app\/root\.tsx/;
const SITE_LAYOUT = /\/app\/routes\/site-layout\.tsx/;

/** Modules of the deletion page, including those that write its texts. */
const DELETION =
  /app\/features\/(shell\/messages|deletion\/)|app\/(routes|styles\/pages)\/delete-user\.|icons\/(calendar-plus|languages|printer)\.mjs/;

const ROUTE = /\/app\/routes\/[^?]+$/;
/** Entries of routes without a page. Their code is not for the browser, but Remix requires a file for each. */
const RESOURCE_ROUTES = /\/app\/routes\/([^/]+)\.ts\?/;
/** Pages and layouts outside the site layout that share modules with pages inside it. */
const APART = /\/routes\/(document-layout|privacy|deletion-layout|delete-user|dashboard)\.tsx$/;

/** Dashboard pages. Modules that only they share must not be loaded by every page. */
const DASHBOARD = /\/routes\/dashboard(-report|-status)?\.tsx/;

/** A module that at least this many pages import goes into a file for all pages. */
const SHARED_BY = 3;

/**
 * Assigns a module to a client file. By default the bundler makes a script and a style sheet of every
 * module that two pages share: dozens of requests, a few hundred bytes each, before a page is painted.
 * A single file, on the other hand, would load on every page what only one of them needs.
 *
 * @param id the module's path
 * @returns the chunk's name; `undefined` where the bundler may decide
 */
export function clientChunk(id: string, { getModuleInfo }: Rollup.ManualChunkMeta) {
  if (ROUTER.test(id)) return "router";
  if (UNROUTED.test(id)) return "unrouted";
  if (FORM_PAGE.test(id)) return "form-page";
  if (FRAMEWORK.test(id)) return "framework";
  if (FILM.test(id)) return "film";
  if (FORM.test(id)) return "form";
  if (PIECES.test(id)) return "shell";
  if (DASHBOARD_ICONS.test(id)) return "dashboard-frame";
  if (DELETION.test(id)) return "delete-user";
  if (!OWN.test(id)) return undefined;
  const pageless = RESOURCE_ROUTES.exec(id);
  if (pageless) return pageless[1];
  const importers = importersOf(id, getModuleInfo);
  if (importers.some((importer) => ROOT.test(importer))) return "shell";
  const routes = importers.filter((importer) => ROUTE.test(importer));
  if (routes.length > 1 && routes.every((route) => DASHBOARD.test(route))) return "dashboard-frame";
  const inLayout = importers.some((importer) => SITE_LAYOUT.test(importer));
  if (!inLayout && routes.length < SHARED_BY) return undefined;
  return routes.some((route) => APART.test(route)) ? "shell" : "site";
}

/** Returns a module and all modules that import it, directly or indirectly. */
function importersOf(id: string, getModuleInfo: Rollup.GetModuleInfo): string[] {
  const found = new Set([id]);
  // The loop also visits modules that it adds to the set.
  for (const module of found) {
    for (const importer of getModuleInfo(module)?.importers ?? []) found.add(importer);
  }
  return [...found];
}
