import type { Browser, BrowserContext } from "@playwright/test";

/**
 * The contexts of a worker, one for each choice of options, which tests use one after the other. A new one is a new
 * process with cold caches, which costs more than most tests; Playwright's `reuseContext` loads three documents to
 * empty one.
 */
export class ReusedContexts {
  readonly #browser: Browser;
  readonly #contexts = new Map<string, BrowserContext>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /**
   * An empty context with one page and the options of the running test.
   *
   * @param options what of them differs between the tests of a project
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

  /** Makes a context as it was opened: another page; no storage, routes or permissions. */
  async empty(context: BrowserContext): Promise<void> {
    const old = context.pages();
    // Without any page the renderer process would end.
    const page = await context.newPage();
    await Promise.all(old.map((one) => one.close()));
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
