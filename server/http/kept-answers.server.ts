import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Logger } from "../logger.server";
import { readKeptFiles } from "./kept-files.server";
import { createPageCache, pagesForEverybody, type PageCache } from "./page-cache.server";
import { impersonalContext, withRequestContext } from "./request-context.server";
import { createViewCache, type ChangingPage } from "./view-cache.server";

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
}): PageCache {
  const { changing, origin, logger } = options;
  const files = readKeptFiles();
  const views = createViewCache({ ...changing, render, logger });
  let site: { handler: ReturnType<typeof createRequestHandler>; pages: PageCache } | undefined;

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

  return {
    find: (target, cookies) =>
      files.get(target) ?? views.find(target, cookies) ?? made().pages.find(target, cookies),
  };
}
