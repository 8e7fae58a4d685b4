import type { Rollup } from "vite";

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\/|commonjsHelpers|vite\/preload-helper/;

/** What pages with Remix's router need; see `router-apart.ts`. */
const ROUTER =
  /@remix-run\/.*\.js\?router$|@remix-run\/react\/dist\/esm\/(browser|data)\.|shell\/routed-page\./;

/** What pages without it are hydrated with. */
const UNROUTED =
  /react-router-dom\/server\.|@remix-run\/react\/dist\/esm\/(server|routes)\.js$|shell\/unrouted-page\./;

/** What pages without the router need that post by scripts. */
const FORM_PAGE = /shell\/form-page\./;

/** With the icons that two of the pages with films share. */
const FILM = /app\/ui\/(film|phone|pause-button)|app\/content\/film|icons\/(timer|smartphone)\.mjs/;

/** What only pages with a form show, and how their data come. */
const FORM =
  /app\/ui\/(field|problem-summary|sandbox-note)|app\/lib\/format-(date|zone)\.|shell\/patient-fetch\./;

/**
 * What is too small for a file of its own; how lucide draws, and the icons
 * of what all pages share: a page brings the others that it shows.
 */
const PIECES =
  /app\/ui\/use-in-view|lucide-react\/dist\/esm\/(?!icons\/)|icons\/(menu|x|play|pause|arrow-left|arrow-up-right|chevron-down|copy|info|check|triangle-alert)\.mjs/;

/** Icons of more than one page of the dashboard. */
const DASHBOARD_ICONS = /icons\/(gauge|moon|rotate-cw|route|rows-3|sun)\.mjs/;

const OWN = /\/app\/(ui|lib|content|features|routes|styles)\/|\/app\/root\.tsx/;

/** Remix makes an entry of a route by a query; the root and the layout are entries of what they share. */
const ROOT = /\/app\/root\.tsx/;
const SITE_LAYOUT = /\/app\/routes\/site-layout\.tsx/;

/** The deletion page in one file, with what writes its texts, but for the catalogues: each is a file of its own. */
const DELETION =
  /app\/features\/(shell\/(messages|catalogues)|deletion\/)|app\/(routes|styles\/pages)\/delete-user\.|icons\/(calendar-plus|languages|printer)\.mjs/;
const CATALOGUE = /\/app\/content\/catalogues\/([\w-]+)\.ts/;

const ROUTE = /\/app\/routes\/[^?]+$/;
/** An entry of a route without a page: nothing of it reaches the browser, but Remix asks for its file. */
const RESOURCE_ROUTES = /\/app\/routes\/([^/]+)\.ts\?/;
/** The pages outside that layout. */
const APART = /\/routes\/(document-layout|privacy|deletion-layout|delete-user|dashboard)\.tsx$/;

/** They share pieces with each other alone, which is no reason to bring them to every page. */
const DASHBOARD = /\/routes\/dashboard(-report|-status)?\.tsx/;

/** So many pages make a module part of what all of them share. */
const SHARED_BY = 3;

/**
 * In which file a module reaches the browser. Left alone, the bundler makes a script and a style sheet of
 * every piece that two pages share: dozens of requests, a few hundred bytes each, before a page is painted.
 * All pieces in one file, on the other hand, would bring every page what only one of them shows.
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
  const catalogue = CATALOGUE.exec(id);
  if (catalogue) return `catalogue-${catalogue[1]}`;
  if (!OWN.test(id)) return undefined;
  const pageless = RESOURCE_ROUTES.exec(id);
  if (pageless) return pageless[1];
  const reached = reachedFrom(id, getModuleInfo);
  if (reached.some((from) => ROOT.test(from))) return "shell";
  const routes = reached.filter((from) => ROUTE.test(from));
  if (routes.length > 1 && routes.every((from) => DASHBOARD.test(from))) return "dashboard-frame";
  const layout = reached.some((from) => SITE_LAYOUT.test(from));
  if (!layout && routes.length < SHARED_BY) return undefined;
  return routes.some((from) => APART.test(from)) ? "shell" : "site";
}

/** All modules that bring this one along when they are fetched. */
function reachedFrom(id: string, getModuleInfo: Rollup.GetModuleInfo): string[] {
  const found = new Set([id]);
  // The set grows while it is walked.
  for (const module of found) {
    for (const importer of getModuleInfo(module)?.importers ?? []) found.add(importer);
  }
  return [...found];
}
