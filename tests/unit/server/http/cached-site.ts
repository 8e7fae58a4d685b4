import type { ServerBuild } from "@remix-run/node";
import { vi } from "vitest";
import type { MadePage, Rendered } from "server/http/packed-page.server";
import { createMadePages } from "server/http/made-pages.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";

export const VIEW = "/fleet";
export const PAGE = "/contactus";

/** The site's pages. Contains what the cache reads of a route. */
const routes = {
  root: { path: "", module: {} },
  home: { index: true, module: { handle: { publicCache: {} } } },
  contact: { path: "contactus", module: { handle: { publicCache: { reads: ["audience"] } } } },
  own: { path: "own", module: { handle: {} } },
  plain: { path: "plain", module: {} },
};

/** A response cache with a changing page and a public page; the test sets the clock and the version. */
export function site() {
  const at = {
    version: "1" as string | null,
    get time() {
      return Date.now();
    },
    set time(milliseconds) {
      vi.setSystemTime(milliseconds);
    },
  };
  const waiting: (() => void)[] = [];
  const load = vi.fn(() => Promise.resolve());
  const countShown = vi.fn();
  const error = vi.fn();
  const render = vi.fn<(target: string, cookie: string, network: string) => Promise<Rendered>>(
    (target, cookie) =>
      new Promise((resolve) => {
        const theme = /theme=(\w+)/.exec(cookie)?.[1] ?? "any";
        const response = new Response(`${target} ${theme} ${at.version} ${at.time}`);
        waiting.push(() => resolve({ response, nonce: "n" }));
      }),
  );
  const now = () => {
    const figures = { asOf: at.time, state: "fresh" } as const;
    return at.version === null ? null : { version: at.version, results: { figures } };
  };
  const view = vi.fn(({ searchParams }: URL) => {
    const page = searchParams.get("page");
    const query = new URLSearchParams(page ? { page } : {});
    return { query, queries: {}, isChosen: page !== null };
  });
  const made = createMadePages({
    routes: () => routes as unknown as ServerBuild["routes"],
    changing: { path: VIEW, view },
    live: () => ({ now, load, countShown }),
    isPersonal: (cookies) => cookies?.includes("toast") ?? false,
    render,
    logger: { error },
  });
  const asked = (target: string, cookie?: string, accepted?: string) =>
    [
      new URL(`http://localhost${target}`),
      { cookie, ...(accepted !== undefined && { "accept-encoding": accepted }) },
    ] as const;
  const cache = {
    find: (...request: Parameters<typeof asked>) => made(...asked(...request))?.find() ?? null,
    findLast: (...request: Parameters<typeof asked>) =>
      made(...asked(...request))?.findLast() ?? null,
    make: (target: string, cookies?: string, network?: string, accepted?: string) =>
      withRequestContext(sharedContext("test", network), () => {
        const shared = made(...asked(target, cookies, accepted));
        return shared && shared.make().then((page) => page ?? null);
      }),
  };
  const finish = () => waiting.splice(0).forEach((resolve) => resolve());
  const read = async (target = VIEW, cookies?: string) => {
    const cached = cache.find(target, cookies) ?? cache.make(target, cookies);
    finish();
    return textOf(await cached);
  };
  return { at, cache, error, render, view, load, countShown, finish, read };
}

export const textOf = (page: MadePage | null) => page && page.body.toString();

export const headerOf = (page: MadePage | null, name: string) => {
  const { head = [] } = page ?? {};
  const at = head.indexOf(name.toLowerCase());
  return at < 0 ? undefined : head[at + 1];
};
