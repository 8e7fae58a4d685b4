import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Logger } from "../../process/logger.server";
import { readCachedFiles } from "./cached-files.server";
import { weightOf } from "./cached-response.server";
import type { Rendered } from "./cached-document.server";
import type { CacheCounts } from "../../operations/metrics.server";
import {
  createPageCache,
  publicPages,
  type PageCache,
  type WeighedPageCache,
} from "./page-cache.server";
import {
  EVERYBODY,
  impersonalContext,
  withRequestContext,
} from "../../process/request-context.server";
import { pathOf } from "../../process/request-url.server";
import { displayChoice, readDisplay } from "../../session/display-cookies.server";
import type { SharedAssets } from "./shared-assets.server";
import { createViewCache, type ChangingPage } from "./view-cache.server";

/**
 * Everything that is made once and sent to many: the build's files, the pages that are the same for everybody,
 * and the views of the page that changes with figures.
 *
 * @param options `build`: what Remix made of the routes, not read before the first request; `isPersonal`: whether a
 *   `Cookie` header holds anything that only its sender may see; `origin`: of the site; `sharedAssets`: files of other
 *   builds; `renderTurn`: waits for a turn of a network
 */
export function createResponseCaches(options: {
  build: () => ServerBuild;
  changing: ChangingPage;
  isPersonal: (cookies: string | undefined) => boolean;
  origin: URL;
  sharedAssets: SharedAssets | null;
  renderTurn: (network: string) => Promise<boolean>;
  logger: Pick<Logger, "error">;
}): ResponseCaches {
  const { changing, isPersonal, origin, sharedAssets, logger } = options;
  const files = readCachedFiles();
  const counts = { file: nothingYet(), view: nothingYet(), page: nothingYet() };
  const views = createViewCache({
    ...changing,
    choice: (cookies = "") => displayChoice(readDisplay(cookies)),
    render: making("view"),
    isPersonal,
    logger,
  });
  let site:
    | { handler: ReturnType<typeof createRequestHandler>; pages: WeighedPageCache }
    | undefined;

  function making(kind: Kind): typeof render {
    return (target, cookie, network) => {
      counts[kind].made += 1;
      return render(target, cookie, network);
    };
  }

  function counted<T>(kind: Kind, as: "hits" | "waited", answer: T | null): T | null {
    if (answer !== null) counts[kind][as] += 1;
    return answer;
  }

  /** Renders for nobody in particular. */
  async function render(target: string, cookie = "", network?: string): Promise<Rendered> {
    const request = new Request(new URL(target, origin), { headers: { cookie } });
    const context = impersonalContext("cache", network, options.renderTurn);
    const response = await withRequestContext(context, () => made().handler(request));
    return { response, nonce: context.nonce };
  }

  function made() {
    if (site === undefined) {
      const build = options.build();
      const pages = publicPages(build.routes);
      site = {
        handler: createRequestHandler(build, "production"),
        pages: createPageCache({ pages, render: making("page"), isPersonal, logger }),
      };
    }
    return site;
  }

  /** Finds a file that this build lacks. Express serves the files of this build, also in parts. */
  function ofOtherBuilds(target: string, network = EVERYBODY) {
    const path = pathOf(target);
    return files.has(path) ? null : (sharedAssets?.(path, network) ?? null);
  }

  return {
    find: (target, cookies, accepted) =>
      counted("file", "hits", files.get(target) ?? null) ??
      counted("view", "hits", views.find(target, cookies, accepted)) ??
      counted("page", "hits", made().pages.find(target, cookies)),
    make: (target, cookies, network, accepted) =>
      counted("view", "waited", views.make(target, cookies, network, accepted)) ??
      counted("page", "waited", made().pages.make(target, cookies, network)) ??
      ofOtherBuilds(target, network),
    counts: () => ({
      file: { ...counts.file, ...weightOf(files) },
      view: { ...counts.view, ...views.held() },
      page: { ...counts.page, ...site?.pages.held() },
    }),
  };
}

type Kind = "file" | "view" | "page";

/** All response caches as one: files, pages, views. */
export interface ResponseCaches extends PageCache {
  counts(): Record<Kind, CacheCounts>;
}

const nothingYet = (): CacheCounts => ({ entries: 0, bytes: 0, hits: 0, waited: 0, made: 0 });
