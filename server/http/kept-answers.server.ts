import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Logger } from "../logger.server";
import type { KeptPages } from "../status/system-status.server";
import { readKeptFiles } from "./kept-files.server";
import {
  createPageCache,
  pagesForEverybody,
  type PageCache,
  type SizedPageCache,
} from "./page-cache.server";
import { impersonalContext, withRequestContext } from "./request-context.server";
import { createViewCache, type ChangingPage } from "./view-cache.server";

/** What is kept whole, and how much of it. */
export interface KeptAnswers extends PageCache {
  figures(): KeptPages;
}

/**
 * Everything that is made once and sent to many: the build's files, the pages that are the same for everybody,
 * and the views of the page that changes with figures.
 *
 * @param options `build`: what Remix made of the routes, not read before the first request; `origin`: of the site
 */
export function createKeptAnswers(options: {
  build: () => ServerBuild;
  changing: ChangingPage;
  origin: URL;
  logger: Pick<Logger, "error">;
}): KeptAnswers {
  const { changing, origin, logger } = options;
  const files = readKeptFiles();
  const views = createViewCache({ ...changing, render, logger });
  let site: { handler: ReturnType<typeof createRequestHandler>; pages: SizedPageCache } | undefined;

  /** Renders for nobody in particular. */
  function render(target: string, cookie = ""): Promise<Response> {
    const request = new Request(new URL(target, origin), { headers: { cookie } });
    return withRequestContext(impersonalContext("kept"), () => made().handler(request));
  }

  function made() {
    if (site === undefined) {
      const build = options.build();
      const pages = pagesForEverybody(build.routes);
      site = {
        handler: createRequestHandler(build, "production"),
        pages: createPageCache({ pages, render, logger }),
      };
    }
    return site;
  }

  let served = 0;
  return {
    find(target, cookies) {
      const file = files.get(target);
      if (file) return file;
      const page = views.find(target, cookies) ?? made().pages.find(target, cookies);
      if (page) served += 1;
      return page;
    },
    figures() {
      const pages = site?.pages.size() ?? { answers: 0, bytes: 0 };
      const shown = views.size();
      const bytes = pages.bytes + shown.bytes;
      return { pages: pages.answers, views: shown.answers, bytes, served };
    },
  };
}
