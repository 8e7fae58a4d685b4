import { createHash } from "node:crypto";
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EVERY_PAGE } from "../support/every-page";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { attribute, htmlProblems } from "./html-document";
import { crawlSite, type Crawl, type CrawledPage } from "./site-crawler";

const SITE_NAME = "Crawled";

/** What no link of the public site leads to: robots' files, the operators' page, an invitation. */
const START = ["/", "/sitemap.xml", "/robots.txt", "/pulsescout/dashboard", "/ref/ABC123"];

let server: BuiltServer;
let crawl: Crawl;

beforeAll(async () => {
  server = await startBuiltServer({ env: { SITE_NAME, LOG_LEVEL: "warn" } });
  crawl = await crawlSite(server.url, START);
});
afterAll(() => server.kill());

/** The visited pages of the site itself; the sandbox's outbox is a tool beside it. */
function sitePages(): CrawledPage[] {
  return crawl.pages.filter(({ path }) => !path.startsWith("/sandbox/"));
}

/** What is wrong, page by page. */
async function problems(
  find: (page: CrawledPage) => string[] | Promise<string[]>,
): Promise<string[]> {
  const found = sitePages().map(async (page) =>
    (await find(page)).map((problem) => `${page.path} ${problem}`),
  );
  return (await Promise.all(found)).flat();
}

it("leads to every page, and nowhere else than to what answers", () => {
  const paths = crawl.pages.map(({ path }) => path.replace(/(.)\/$/, "$1"));
  expect.soft(EVERY_PAGE.filter((path) => !paths.includes(path))).toEqual([]);
  expect.soft(crawl.broken).toEqual([]);
  expect.soft(crawl.files).toBeGreaterThan(50);
});

it("is valid HTML", async () => {
  expect(await problems(({ html }) => htmlProblems(html))).toEqual([]);
});

it("has one main heading on each page", async () => {
  const found = await problems(({ root }) => {
    const { length } = root.querySelectorAll("h1");
    return length === 1 ? [] : [`has ${length}`];
  });
  expect(found).toEqual([]);
});

it("names every page '{title} | site name', each page differently", async () => {
  const titles = new Map<string, string>();
  const found = await problems(({ path, root }) => {
    const title = root.querySelectorAll("head > title").map(({ textContent }) => textContent);
    if (title.length !== 1 || !/^\S.*\S \| Crawled$/.test(title[0] ?? "")) {
      return [`is named ${JSON.stringify(title)}`];
    }
    if (!path.includes("?")) titles.set(path.replace(/(.)\/$/, "$1"), title[0] ?? "");
    return [];
  });
  expect(found).toEqual([]);
  expect(new Set(titles.values()).size).toBe(titles.size);
});

it("tells every page's canonical address: this site, no query but a language, no trailing slash", async () => {
  const found = await problems(({ path, root }) => {
    const canonical = root
      .querySelectorAll('head > link[rel="canonical"]')
      .map((link) => attribute(link, "href"));
    const { pathname, searchParams } = new URL(path, server.url);
    const language = searchParams.get("lang");
    const query = language === null || language === "en" ? "" : `?lang=${language}`;
    const wanted = server.url + (pathname === "/" ? "/" : pathname.replace(/\/$/, "")) + query;
    return canonical.length === 1 && canonical[0] === wanted ? [] : [JSON.stringify(canonical)];
  });
  expect(found).toEqual([]);
});

it("runs no script of a page but what its policy names, by a nonce or by a hash", async () => {
  const found = await problems(({ headers, root }) => {
    const policy = headers.get("Content-Security-Policy") ?? "";
    const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1];
    return root
      .querySelectorAll("script")
      .filter((script) => attribute(script, "type") !== "application/ld+json") // data, never run
      .filter((script) => {
        if (nonce) return attribute(script, "nonce") !== nonce;
        const hash = createHash("sha256").update(script.textContent).digest("base64");
        return attribute(script, "src") === null && !policy.includes(`'sha256-${hash}'`);
      })
      .map((script) => `script ${attribute(script, "src") ?? script.textContent.slice(0, 60)}`);
  });
  expect(found).toEqual([]);
});

it("fetches modules after the first frame", async () => {
  const found = await problems(({ root }) => {
    const { length: atOnce } = root.querySelectorAll('script[type="module"]');
    const { length: held } = root.querySelectorAll('script[type="text/x-module"]');
    const preloads = root.querySelectorAll('link[rel="modulepreload"]');
    const { length: free } = preloads.filter((link) => attribute(link, "media") !== "not all");
    const counts = [atOnce, held, free].join(" ");
    return counts === "0 1 0" && preloads.length > 5 ? [] : [counts];
  });
  expect(found).toEqual([]);
});

it("sends functions as source that need nothing but a browser", () => {
  const { root } = sitePages().find(({ path }) => path === "/") ?? {};
  const sources = (root?.querySelectorAll("script") ?? []).map(({ textContent }) => textContent);
  const link = { media: "not all" };
  const started: unknown[] = [];
  const idle = {
    nonce: "n",
    text: "import '/a.js'",
    replaceWith: (one: unknown) => started.push(one),
  };
  const documentElement = { dataset: {} as Record<string, string> };
  const run = (part: string, stored: Record<string, string>) => {
    const source = sources.filter((text) => text.includes(part));
    expect(source, part).toHaveLength(1);
    const browser = createContext({
      document: {
        documentElement,
        cookie: "",
        querySelector: () => idle,
        querySelectorAll: () => [link],
        createElement: () => ({}),
      },
      navigator: {},
      sessionStorage: {},
      location: { search: "?from=mail" },
      localStorage: { getItem: (key: string) => stored[key] ?? null },
      matchMedia: () => ({ matches: false }),
      IntersectionObserver: class {
        constructor(private readonly told: (entries: [], observer: unknown) => void) {}
        observe() {
          this.told([], this);
        }
        disconnect() {}
      },
    });
    runInContext(source[0] ?? "", browser);
    return { ...documentElement.dataset };
  };
  const opened = { openedQuery: "?from=mail" };
  const paused = { "pause-motion": "on" };
  expect(run("dataset.motion=", paused)).toEqual({ ...opened, motion: "paused" });
  expect(run("dataset.motion=", {})).toEqual({ ...opened, motion: "moving" });
  expect(run("dataset.cover=", {})).toEqual({ ...opened, motion: "moving", cover: "" });
  run('("text/x-module")', {});
  expect(link.media).toBe("");
  expect(started).toEqual([{ type: "module", nonce: "n", text: "import '/a.js'" }]);
});

it("opens other sites in a tab of their own, which cannot reach back", async () => {
  const found = await problems(({ root }) =>
    root
      .querySelectorAll("a[href]")
      .filter((link) => new URL(attribute(link, "href") ?? "", server.url).origin !== server.url)
      .filter((link) => /^https?:/.test(attribute(link, "href") ?? ""))
      .filter(
        (link) =>
          attribute(link, "target") !== "_blank" || !attribute(link, "rel")?.includes("noopener"),
      )
      .map((link) => attribute(link, "href") ?? ""),
  );
  expect(found).toEqual([]);
});

it("reads out nothing of what is drawn over films", async () => {
  const drawn = /km\/h|HDG|SEEN|\b0\.\d\d\b/;
  let hidden = 0;
  const found = await problems(({ root }) =>
    root
      .querySelectorAll("main *")
      .filter(({ textContent }) => drawn.test(textContent))
      .filter(({ childElements }) => !childElements.some((one) => drawn.test(one.textContent)))
      .filter((element) => {
        const isHidden = element.closest('[aria-hidden="true"]') !== null;
        if (isHidden) hidden += 1;
        return !isHidden;
      })
      .map(({ textContent }) => textContent),
  );
  expect(found).toEqual([]);
  expect(hidden).toBeGreaterThan(10);
});
