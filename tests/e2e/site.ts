import { expect, test as base, type Page } from "@playwright/test";

/**
 * Playwright's `test` with the shared sandbox server as base URL. With scripts, `page.goto` and
 * `page.reload` wait until the page is hydrated, except with `waitUntil: "commit"`.
 */
export const test = base.extend<{ films: boolean }>({
  // Decoding films costs more than most tests, so only tests of films load them.
  films: [false, { option: true }],
  baseURL: async ({}, use) => use(process.env.SITE_ORIGIN),
  page: async ({ page, javaScriptEnabled, browserName, films }, use) => {
    if (javaScriptEnabled && !films && browserName === "chromium") await blockFilms(page);
    if (javaScriptEnabled) waitForScripts(page);
    await use(page);
  },
});

/** Defines tests in a browser without scripts. */
export const withoutScripts = (define: () => void) =>
  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });
    define();
  });

/** Defines the same tests in a browser with scripts and in one without. */
export function withAndWithoutScripts(define: () => void): void {
  test.describe("with scripts", define);
  withoutScripts(define);
}

/**
 * Waits until React has hydrated the page and run its first effects. Before that, a press causes a document
 * navigation, as without scripts. Returns at once for documents without React.
 */
export async function waitForHydration(page: Page): Promise<void> {
  // A locator is cheaper than `waitForFunction`, which injects Playwright's scripts into each page.
  const ready = page.locator("html[data-hydrated], html:not(:has(link[rel=modulepreload]))");
  await ready.waitFor({ state: "attached" });
}

/** Blocks film files without a Playwright route, which would slow down every request. */
async function blockFilms(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: ["*.webm", "*.mp4"] });
}

/** Holds back matching requests. @returns a function that releases them */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, (route) => released.then(() => route.fallback()).catch(() => undefined));
  return release;
}

/** Finishes all finite animations. */
export const finishAnimations = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  });

/** For polls that advance the page's clock themselves. */
export const QUICKLY = { intervals: [50] };

/** Keeps timers of a second or more from firing during a test. Call it before opening the page. */
export async function holdLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const setShortTimeout = (run: TimerHandler, ms = 0) => start(run, ms < 1000 ? ms : 600_000);
    Object.assign(window, { setTimeout: setShortTimeout });
  });
}

/** Makes `goto` and `reload` wait for hydration. */
export function waitForScripts(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await waitForHydration(page);
    return response;
  };
  page.reload = async () => {
    const response = await reload();
    await waitForHydration(page);
    return response;
  };
  return page;
}

export { expect };

export const toasts = (page: Page) => page.locator("[data-toasts]");

/** Records script errors, console errors and failed responses (400 and above), from the call on. */
export function pageProblems(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}
