import { createRequestHandler } from "@remix-run/express";
import * as build from "virtual:remix/server-build";
import { boot } from "server/boot.server";
import { viewQueries } from "server/dashboard/dashboard-data.server";
import { chooseLanguage } from "server/http/visit.server";
import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { catalogueOf } from "./content/catalogues.server";
import { createMessages } from "./content/messages";
import { pages } from "./content/pages";
import {
  DASHBOARD_PATH,
  parseDashboardState,
  viewParams,
} from "./features/dashboard/dashboard-url";

/** The only route of the dashboard page that loads data. */
const DASHBOARD_ROUTE = "routes/dashboard";

/**
 * Starts the process with what the server has to know about the pages: the page that changes with the figures,
 * and the texts of refused requests.
 */
const started = boot({
  build: () => build,
  changing: {
    path: DASHBOARD_PATH,
    view(url) {
      const query = viewParams(url.searchParams);
      // The tab is no choice, nor what Remix sends with each change of the tab and each poll.
      let isChosen = query.size > 1;
      const queries = viewQueries(parseDashboardState(query));
      const routes = url.searchParams.get("_routes");
      if (routes !== null) {
        query.set("_routes", routes);
        isChosen ||= routes !== DASHBOARD_ROUTE;
      }
      return { query, isChosen, queries };
    },
  },
  refusalPage(refusal, { request, context, path }) {
    const isTranslated = path.replace(/\/$/, "") === pages.deleteUser.path;
    const offered = isTranslated ? services().settings.languages : ["en"];
    const { url = "", headers } = request;
    const code = chooseLanguage(url, headers, context.secureCookies, offered);
    const { text } = createMessages(catalogueOf(code));
    return {
      language: code,
      direction: namedLanguage(code).direction,
      heading: text(`refusal.${refusal}`),
      text: text(`refusal.${refusal}-text`),
      back: { href: "/", name: text("refusal.home") },
      reference: (reference) => text("error.reference", { reference }),
    };
  },
  development: import.meta.env.DEV,
});

/** For `server/main.js`. The build bundles these modules, so they would exist twice if `main.js` imported them. */
export const server = { ...started, createRequestHandler };
