import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { boot } from "server/boot.server";
import { logError } from "server/process/error-log.server";
import { requestContext } from "server/process/request-context.server";
import type { LiveView } from "server/dashboard/dashboard-data.server";
import { chooseLanguage } from "server/http/chosen-language.server";
import { languageOf } from "server/http/request-language.server";
import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { pages } from "./content/pages";
import { refusalWords } from "./features/deletion/refusal-words";
import { loadAllCatalogues } from "./features/shell/catalogues";
import { messagesIn } from "./features/shell/messages";
import * as build from "virtual:remix/server-build";
import { prefetchedPaths } from "./ui/site-link";
import {
  DASHBOARD_PATH,
  EVENTS_PATH,
  parseDashboardState,
  SINCE,
  viewParams,
} from "./features/dashboard/dashboard-url";
import { viewQueries } from "./features/dashboard/view-queries";
import { DocumentContextProvider } from "./features/shell/document-context";
import { renderPage } from "./features/shell/render-page.server";
import { scriptsAfterPaint } from "./features/shell/scripts-after-paint.server";
import { setSite } from "./features/shell/site";
import { displayChoice, readDisplay } from "server/session/display-cookies.server";
import { formatExactDateTime } from "./lib/format-date";

/** The one route of the dashboard's page that loads data. */
const DASHBOARD_ROUTE = "routes/dashboard";

const NO_PLACE = {
  "client-full": "Too many live connections from your network.",
  "all-full": "Too many live connections.",
} as const;

await loadAllCatalogues();

/** For `server/main.js` as well: the packages are bundled into the build, and would exist twice. */
export { createRequestHandler } from "@remix-run/express";

/** For `server/main.js`, which imports nothing else of the server: everything else would exist twice. */
export const server = boot({
  build: () => build,
  changing: {
    path: DASHBOARD_PATH,
    view(url) {
      const query = viewParams(url.searchParams);
      let isChosen = [...query.keys()].some((name) => name !== "tab");
      const routes = url.searchParams.get("_routes");
      if (routes !== null) {
        query.set("_routes", routesIn(routes));
        // What Remix asks for with each change of the tab and each live update is nobody's choice.
        isChosen ||= query.get("_routes") !== DASHBOARD_ROUTE;
      }
      return { query, isChosen, ...liveView(query) };
    },
    choice: (cookies = "") => displayChoice(readDisplay(cookies)),
  },
  events: {
    path: EVENTS_PATH,
    view(params) {
      const shown = liveView(params).events(params.get(SINCE));
      // Without a tab the browser opens the last one, which only the browser knows.
      return params.has("tab") ? shown : { ...shown, name: "everything", shows: () => true };
    },
    full: (limit, retryAt) =>
      `${NO_PLACE[limit]} The page refreshes itself once a minute; live again from ${formatExactDateTime(retryAt)} on.\n`,
  },
  translateRefusal(refusal, { path, wishes }) {
    const { languages } = services().settings;
    const isTranslated = path.replace(/\/$/, "") === pages.deleteUser.path;
    if (!isTranslated || languages.length < 2) return null;
    return refusalWords(refusal, namedLanguage(chooseLanguage(wishes, languages)));
  },
  development: import.meta.env.DEV,
});

function liveView(params: URLSearchParams): LiveView {
  const { fleet, trips } = viewQueries(parseDashboardState(params));
  return services().dashboard.view({ ...fleet, ...trips });
}

/** The routes whose data a browser asks for, of those that there are. */
function routesIn(text: string): string {
  const asked = new Set(text.split(","));
  return Object.keys(build.routes)
    .filter((id) => asked.has(id))
    .join(",");
}

/** Browsers ask again each time unless a route says otherwise. */
const REVALIDATE = "private, no-cache";

/**
 * Renders a page as a whole, for everyone: it is complete without JavaScript, and one piece is compressed
 * better than many small chunks.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const context = requestContext();
  const { nonce, requestId } = context;
  if (!(await context.renderTurn())) return restarting(request);
  setSite(services().settings);
  let failed = false;
  const body = await renderPage(
    <DocumentContextProvider value={{ nonce, reference: requestId }}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </DocumentContextProvider>,
    {
      nonce,
      onError(error) {
        failed = true;
        logError(services().logger, error);
      },
    },
  );
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", REVALIDATE);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const finalStatus = failed ? 500 : status;
  if (finalStatus === 200 && prefetchedPaths.includes(new URL(request.url).pathname)) {
    headers.set("Speculation-Rules", '"/speculation-rules.json"');
  }
  if (finalStatus >= 400) headers.set("X-Robots-Tag", "noindex");
  // In development React would complain of every attribute that it did not write itself.
  const html = import.meta.env.DEV ? body : scriptsAfterPaint(body, nonce);
  return new Response(html, { status: finalStatus, headers });
}

/** For a page that is not rendered before the process leaves. */
function restarting(request: Request): Response {
  const isTranslated = new URL(request.url).pathname.startsWith(pages.deleteUser.path);
  const language = isTranslated ? languageOf(request, services().settings.languages) : "en";
  return new Response(`${messagesIn(language).text("refusal.restarting")}\n`, {
    status: 503,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": "5",
    },
  });
}

export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", REVALIDATE);
  return response;
};

/** Errors of loaders and actions. What a visitor cut short is no error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted) logError(services().logger, error);
};
