import type { Page } from "@playwright/test";
import { field, fill, message, popup, postsOf, send, status } from "./contact-steps";
import { button } from "./deletion-steps";
import { expectNoErrorPage, dropResponses, OFFLINE, toasts } from "./network";
import { expect, holdRequests, test } from "./site";

/** Headers by which the page recognises a data response of the server, even a broken one. */
const OWN_DATA = { "X-Request-Id": "0123456789abcdef", "X-Remix-Response": "yes" };

/** A page whose own links are client-side navigations, and which has no error page of its own. */
const REPORT = "/pulsescout/dashboard/report";

async function writeMessage(page: Page): Promise<void> {
  await page.goto("/contactus?audience=collaboration");
  await fill(page);
}

async function expectMessageKept(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(message)) {
    await expect(field(page, name)).toHaveValue(value);
  }
}

test("a message survives a lost response, and offline is sent later", async ({ page, context }) => {
  await writeMessage(page);
  const restoreNetwork = await dropResponses(page, "/contactus");
  await send(page).click();
  await expect(status(page)).toContainText("No answer came");
  await expect(toasts(page)).toContainText("No answer came");
  await expectMessageKept(page);
  await expectNoErrorPage(page);
  await restoreNetwork();
  await page.route("**/contactus.data*", (route) =>
    route.fulfill({ status: 503, headers: { "X-Refusal": "busy" } }),
  );
  await send(page).click();
  await expect(status(page)).toHaveText(/Nothing was sent.*may have arrived/);
  await page.unrouteAll();
  await context.setOffline(true);
  await send(page).click();
  await expect(toasts(page)).toContainText(OFFLINE);
  await expectMessageKept(page);
  await context.setOffline(false);
  await expect(status(page)).toHaveText("Form Submitted Successfully");
});

test("input and Cancel discard a message that waits for the network", async ({ page, context }) => {
  await writeMessage(page);
  const posts = postsOf(page);
  await context.setOffline(true);
  await send(page).click();
  await expect(toasts(page)).toContainText("It is sent when the network is back.");
  await field(page, "Message").press("!");
  await expect(toasts(page)).toHaveText(OFFLINE);
  await send(page).click();
  await toasts(page).getByRole("button", { name: "Cancel" }).click();
  await expect(toasts(page)).not.toContainText("It is sent when");
  await context.setOffline(false);
  await field(page, "Email").fill("other@example.org");
  await send(page).click();
  await expect(status(page)).toHaveText("Form Submitted Successfully");
  expect(posts).toHaveLength(1);

  await writeMessage(page);
  await context.setOffline(true);
  await send(page).click();
  await expect(toasts(page)).toContainText("It is sent when the network is back.");
  await page.keyboard.press("Escape");
  await expect(toasts(page)).not.toContainText("It is sent when");
  await context.setOffline(false);
  await expect(popup(page)).toBeHidden();
  expect(posts).toHaveLength(1);
});

test("the browser asks before leaving a message that is being sent", async ({ page }) => {
  await page.goto("/contactus");
  await writeMessage(page);
  const releasePost = await holdRequests(page, "**/contactus.data*", "POST");
  await send(page).press("Enter");
  await expect(status(page)).toHaveText("Sending...");
  const dialog = page.waitForEvent("dialog");
  await page.evaluate(() => history.back());
  expect((await dialog).type()).toBe("beforeunload");
  await (await dialog).dismiss();
  // Some browsers restore the document of a left page as it was (back/forward cache).
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await expect(status(page)).toHaveText("Sending...");
  releasePost();
  await expect(status(page)).toHaveText("Form Submitted Successfully");
});

test("a toast is not shown again after an error page", async ({ page }) => {
  const form = { resource: "metrics" };
  await page.request.post("/pulsescout/dashboard/refresh", { form, maxRedirects: 0 });
  await page.goto(REPORT);
  await expect(toasts(page)).toHaveText(/^Totals: /);
  await expect(toasts(page)).toBeEmpty();
  await page.route("**/report.data*", (route) =>
    route.fulfill({ body: "broken", headers: OWN_DATA }),
  );
  await page.getByRole("link", { name: "Yesterday" }).press("Enter");
  await expect(page.getByText("ROAD CLOSED")).toBeVisible();
  await page.unrouteAll();
  // A repeated toast would disappear by itself, so every change is recorded.
  const toastTexts = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const record = () => texts.push(document.querySelector("[data-toasts]")?.textContent ?? "");
    new MutationObserver(record).observe(document, { subtree: true, childList: true });
    return texts;
  });
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page.getByRole("link", { name: "Yesterday" })).toBeVisible();
  expect((await toastTexts.jsonValue()).join("")).toBe("");
});

test("a link pressed offline keeps the page and opens when online", async ({ page, context }) => {
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
  for (const path of [
    "/",
    "/pulsescout/delete-user",
    "/pulsescout/dashboard/report",
    "/no/such/page",
  ]) {
    await page.goto(path);
    const heading = page.getByRole("heading", { level: 1 });
    const headingText = await heading.textContent();
    await context.setOffline(true);
    const target = await page.evaluate(() => {
      const isOtherPage = (link: HTMLAnchorElement) =>
        link.pathname !== location.pathname && link.origin === location.origin && !link.target;
      const link = Array.from(document.querySelectorAll("a")).findLast(isOtherPage);
      link?.click();
      return link?.href ?? "no link";
    });
    await expect(toasts(page), path).toContainText("You are offline. The page opens");
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(heading).toHaveText(headingText ?? "");
    await context.setOffline(false);
    await page.waitForURL(target);
  }
});

test("the dashboard stays as it is offline; lost themes are retried", async ({ page, context }) => {
  const html = page.locator("html");
  await page.goto("/pulsescout/dashboard?tab=trip");
  await context.setOffline(true);
  await button(page, "Night").click();
  await expect(toasts(page)).toContainText(OFFLINE);
  await button(page, "Reload").click();
  await expect(toasts(page)).toContainText("You are offline. The figures stay as they are");
  await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(0);
  await context.setOffline(false);
  await expect(html).toHaveAttribute("data-theme", "night");
  await expectNoErrorPage(page);

  await page.route("**/healthz", (route) => route.fulfill({ status: 503, body: "No server" }));
  await button(page, "Reload").click();
  await expect(toasts(page)).toContainText("No answer came. The figures stay as they are");

  const restoreNetwork = await dropResponses(page, "/pulsescout/dashboard/theme");
  await button(page, "Day").click();
  await expect(toasts(page)).toContainText("No answer yet. Trying again.");
  await restoreNetwork();
  await expect(html).toHaveAttribute("data-theme", "day");
});

test("the rows stay until a delayed page of trips arrives", async ({ page, context }) => {
  await page.goto("/pulsescout/dashboard?tab=trip");
  const next = page.getByRole("link", { name: "Next" });
  const range = page.getByText(/^1-12 of /);
  await page.route("**/dashboard.data*", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
  );
  await next.press("Enter");
  await expect(toasts(page)).toContainText("No answer yet. Trying again.");
  await expect(range).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText(/^13-24 of /)).toBeVisible();
  await expect(toasts(page)).toBeEmpty();
  await page.goBack();
  await expect(range).toBeVisible();

  await context.setOffline(true);
  await page.getByRole("link", { name: "Last" }).press("Enter");
  await expect(toasts(page)).toContainText("You are offline. This goes on when the network");
  await expect(range).toBeVisible();
  await context.setOffline(false);
  await expect(range).toBeHidden();
  await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
});

test("an error page has its styles while offline", async ({ page, context }) => {
  // Replaces `fetch` because a Playwright route would turn off the browser's cache.
  await page.addInitScript((headers) => {
    const fetch = window.fetch.bind(window);
    window.fetch = (input, init) =>
      "broken" in window && input instanceof URL && input.pathname.endsWith(".data")
        ? Promise.resolve(new Response("broken", { headers }))
        : fetch(input, init);
  }, OWN_DATA);
  const sheet = page.waitForResponse(/\/assets\/error-.+\.css$/);
  await page.goto(REPORT);
  await (await sheet).finished();
  await context.setOffline(true);
  await page.evaluate(() => Object.assign(window, { broken: true }));
  await page.getByRole("link", { name: "Yesterday" }).press("Enter");
  const sign = page.getByText("ROAD CLOSED");
  await expect(sign).toHaveCSS("font-weight", "800");
  await expect(page.getByRole("main").filter({ has: sign })).toHaveCSS("display", "flex");
});
