import { test as base } from "@playwright/test";
import {
  startBuiltServer,
  type BuiltServer,
  type BuiltServerOptions,
} from "../integration/built-server";

interface SiteOptions {
  /** Environment of the server under test; set it with `test.use({ serverOptions: { env: {…} } })`. */
  serverOptions: BuiltServerOptions;
  /** The built server, with its sandbox; one per worker. */
  site: BuiltServer;
}

/** Playwright's `test` on the built server: relative URLs lead to it. */
export const test = base.extend<object, SiteOptions>({
  // A test whose limits must be its own comes from an address of its own, by X-Forwarded-For.
  serverOptions: [{ env: { TRUST_PROXY: "1" } }, { scope: "worker", option: true }],
  site: [
    async ({ serverOptions }, use) => {
      const site = await startBuiltServer(serverOptions);
      await use(site);
      await site.kill();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  page: async ({ page }, use) => {
    await use(page);
    // Playwright leaves pieces of its clock behind in a context that is used again.
    const clocked = await page.evaluate(() => "__pwClock" in window).catch(() => true);
    if (clocked) await page.context().close();
    // A navigation that the test left under way would interrupt the emptying of the page.
    else await page.goto("about:blank").catch(() => undefined);
  },
});

export { expect } from "@playwright/test";
