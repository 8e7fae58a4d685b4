import type { Page } from "@playwright/test";
import { rawRequest } from "../support/raw-request";
import { expect } from "./site";

/** The toast about a form submitted while the browser is offline. */
export const OFFLINE = "You are offline. Nothing was sent.";

/** Remix's data response for an action that throws. */
export const failure = {
  status: 500,
  headers: { "X-Request-Id": "0123456789abcdef", "X-Remix-Response": "yes" },
  body: '[{"_1":2},"error",["SanitizedError","Error","Unexpected Server Error"]]\n',
};

export const toasts = (page: Page) => page.locator("[data-toasts]");

/** Expects that no error page is shown; a lost network must not cause one. */
export async function expectNoErrorPage(page: Page): Promise<void> {
  await expect(page.getByText("ROAD CLOSED")).toHaveCount(0);
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
}

/**
 * Makes POST requests of a page's data reach the server, but drops their responses and cookies.
 *
 * @returns a function that ends this
 */
export async function dropResponses(page: Page, path: string): Promise<() => Promise<void>> {
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
