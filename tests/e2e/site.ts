import { test as base, type Page } from "@playwright/test";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { ReusedContexts } from "./reused-context";

/** What a worker starts once, when the first test asks for it; one kind of worker runs every test. */
interface Servers {
  /** The built server with a sandbox whose accounts are deleted, in several languages and a made-up one. */
  deletionSite: BuiltServer;
  contexts: ReusedContexts;
}

/**
 * Playwright's `test` on the shared server with its sandbox: relative URLs lead to it. Where scripts run, `page.goto` and
 * `page.reload` wait until the page is hydrated, unless they are asked to wait for less than its load.
 */
export const test = base.extend<{ films: boolean }, Servers>({
  // Decoding and drawing them costs more than most tests: they come only where they are the matter.
  films: [false, { option: true }],
  deletionSite: [
    async ({}, use) => {
      const site = await startBuiltServer({ env: { LANGUAGES: "en,hi,ur,en-xa" } });
      await use(site);
      await site.kill();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({}, use) => use(process.env.SITE_ORIGIN),
  contexts: [async ({ browser }, use) => use(new ReusedContexts(browser)), { scope: "worker" }],
  context: async ({ contexts, baseURL, timezoneId, viewport }, use, testInfo) => {
    const context = await contexts.open({ baseURL, timezoneId, viewport });
    await use(context);
    // What the test still waits for is to be named in its report, not the emptying of its context.
    if (testInfo.status === "timedOut") return;
    // Playwright leaves its clock behind in a context.
    const clocked = await Promise.all(context.pages().map(hasClock));
    if (clocked.includes(true)) await context.close();
    else await contexts.empty(context);
  },
  page: async ({ context, javaScriptEnabled, films }, use) => {
    const [page] = context.pages();
    if (!page) throw new Error("a context is opened with a page");
    if (javaScriptEnabled && !films) await blockFilms(page);
    if (javaScriptEnabled) waitForScripts(page);
    await use(page);
  },
});

/**
 * Waits until React has hydrated the page and run the effects of everything that came with it. Until then a
 * press is answered by the server with a new document, as it is without scripts. Other documents have no React.
 */
export async function hydrated(page: Page): Promise<void> {
  // A locator works beside the page's own scripts; for a function Playwright loads its own among them, on each page.
  const ready = page.locator("html[data-hydrated], html:not(:has(link[rel=modulepreload]))");
  await ready.waitFor({ state: "attached" });
}

/** Keeps film files from coming, without what a route costs every request. */
async function blockFilms(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: ["*.webm", "*.mp4"] });
}

function hasClock(page: Page): Promise<boolean> {
  return page.evaluate(() => "__pwClock" in window).catch(() => false);
}

/** Keeps what is requested from coming; resolves with how to let it. */
export async function hold(
  page: Page,
  url: string | RegExp,
  method?: "GET" | "POST",
): Promise<() => void> {
  let letCome = () => {};
  const come = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(url, (route) =>
    method !== undefined && route.request().method() !== method
      ? route.fallback()
      : come.then(() => route.fallback()).catch(() => undefined),
  );
  return letCome;
}

/** The same for the page's scripts. Open the page with `waitUntil: "commit"`. */
export const holdScripts = (page: Page) => hold(page, "**/assets/*.js");

/** Whatever a page does after a second or more stays undone, however slow the machine is. Before the page is opened. */
export async function holdLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const held = (run: TimerHandler, ms = 0) => start(run, ms < 1000 ? ms : 600_000);
    Object.assign(window, { setTimeout: held });
  });
}

function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== "commit") await hydrated(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil !== "commit") await hydrated(page);
    return answer;
  };
}

export { expect } from "@playwright/test";

/** Errors of the page's scripts that nobody has handled. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
}

/** Everything that a healthy page must not say: errors of scripts, of the console, of requests. */
export function complaintsOf(page: Page): string[] {
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
