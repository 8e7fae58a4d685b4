import type { Browser, BrowserContext } from "@playwright/test";

/**
 * The browser contexts of a worker, one per set of options, which tests use in turn. A new context costs
 * more than most tests: it starts a process with cold caches. Playwright's own `reuseContext` loads three
 * documents to empty a context.
 */
export class ReusedContexts {
  readonly #browser: Browser;
  readonly #contexts = new Map<string, BrowserContext>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /**
   * Returns an empty context with one page and the options of the running test.
   *
   * @param options the options that differ between the tests of a project
   */
  async open(options: object): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const open = this.#contexts.get(key);
    if (open) return open;
    const context = await this.#browser.newContext();
    context.once("close", () => this.#contexts.delete(key));
    await context.newPage();
    this.#contexts.set(key, context);
    return context;
  }

  /** Resets a context: a new page; no storage, routes or permissions. */
  async empty(context: BrowserContext): Promise<void> {
    const old = context.pages();
    // The new page is opened first, because the renderer process ends without pages.
    const page = await context.newPage();
    await Promise.all(old.map((oldPage) => oldPage.close()));
    const session = await context.newCDPSession(page);
    await Promise.all([
      context.unrouteAll({ behavior: "ignoreErrors" }),
      context.setOffline(false),
      context.clearPermissions(),
      context.clearCookies(),
      session.send("Network.clearBrowserCache"),
      session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" }),
    ]);
    await session.detach();
  }
}
