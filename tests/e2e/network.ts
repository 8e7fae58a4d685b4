import type { Page } from "@playwright/test";
import { rawRequest } from "../support/raw-request";
import { expect } from "./site";

/** What is said of a form that was sent while the browser knew that it was offline. */
export const OFFLINE = "You are offline. Nothing was sent.";

/** How Remix tells scripts that an action has failed. */
export const failure = {
  status: 500,
  headers: { "Reporting-Endpoints": 'csp="/csp-report"', "X-Remix-Response": "yes" },
  body: '[{"_1":2},"error",["SanitizedError","Error","Unexpected Server Error"]]\n',
};

export const toasts = (page: Page) => page.locator("[data-toasts]");

/** What no visitor should see when the network is away. */
export async function expectNoErrorPage(page: Page): Promise<void> {
  await expect(page.getByText("ROAD CLOSED")).toHaveCount(0);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
}

/**
 * From now on posts of a page's data reach the server, but their answers do not arrive, nor does any of their cookies.
 *
 * @returns lets answers arrive again
 */
export async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  const posts = `**${path}.data*`;
  await page.route(posts, async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.fallback();
    const { origin, pathname, search } = new URL(request.url());
    await rawRequest(origin, pathname + search, {
      method: "POST",
      headers: await request.allHeaders(),
      body: request.postDataBuffer() ?? "",
    });
    await route.abort("connectionreset");
  });
  return () => page.unroute(posts);
}
