import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { field, fill, message, popup, postsOf, send, status } from "./contact-steps";
import { failure, toasts } from "./network";
import { expect, holdRequests, holdScripts, test } from "./site";
import { enlargeText, expectNoWcagViolations, NARROW, overflowingElements } from "./wcag";

let visitors = 0;

/**
 * Gives each test a /64 network of its own, so that tests share no rate limit. Workers share the server;
 * the worker index is unique, process ids can repeat.
 */
test.beforeEach(async ({ page }, { workerIndex }) => {
  visitors += 1;
  const address = `2001:db8:${workerIndex.toString(16)}:${visitors.toString(16)}::1`;
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": address });
});

const INDIVIDUAL = "/contactus?audience=individual";

/** Turns off the browser's form validation, as in a browser without it. */
const withoutBrowserChecks = (page: Page) =>
  popup(page)
    .locator("form")
    .first()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });

test("each card opens its own popup, and closing it shows the cards again", async ({ page }) => {
  await page.goto("/contactus");
  for (const [card, audience] of [
    ["For Individuals", "individual"],
    ["For Collaboration", "collaboration"],
  ] as const) {
    await page.getByRole("link", { name: card }).click();
    await expect(page).toHaveURL(`/contactus?audience=${audience}`);
    await expect(popup(page)).toContainText(card);
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    await popup(page).getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(`/contactus?#card-${audience}`);
    await expect(page.getByRole("link", { name: card })).toBeFocused();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
  }
});

test("a message arrives, is confirmed, empties the form", async ({ page }) => {
  await page.goto(INDIVIDUAL);
  await expect(status(page)).toHaveText("");
  // The outbox also contains the messages of other tests.
  const question = `Which <b>road</b>? ${randomUUID()}`;
  await fill(page, { ...message, Message: question });
  await send(page).click();
  await expect(status(page)).toHaveText("Form Submitted Successfully");
  await expect(toasts(page)).toHaveText("Form submitted successfully!");
  for (const name of Object.keys(message)) await expect(field(page, name)).toHaveValue("");
  await page.goto("/sandbox/outbox");
  await expect(page.getByRole("cell", { name: question })).toContainText(
    "Meera Iyer <meera@example.org>",
  );
});

test("cards and popup fit the window, both cards are near its top @markup", async ({ page }) => {
  for (const path of [INDIVIDUAL, "/contactus"]) {
    await page.goto(path);
    for (const [size, width] of NARROW) {
      await page.setViewportSize({ width, height: 700 });
      await enlargeText(page, size);
      expect([path, size, width, await overflowingElements(page)]).toEqual([path, size, width, []]);
      if (size === "100%") {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      if (path !== INDIVIDUAL) continue;
      await send(page).scrollIntoViewIfNeeded();
      await expect(send(page)).toBeInViewport();
    }
    await enlargeText(page, "100%");
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const text of ["For Individuals", "You drive", "For Collaboration", "You speak"]) {
    const box = await page.getByRole("main").getByText(text).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0), text).toBeLessThanOrEqual(600);
  }
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("keeps the focus in the popup; Escape returns it to the card", async ({ page }) => {
    await page.goto("/contactus");
    await page.getByRole("link", { name: "For Collaboration" }).focus();
    await page.keyboard.press("Enter");
    await expect(popup(page).getByRole("heading", { level: 1 })).toBeFocused();
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement !== body && activeElement?.closest("dialog[open]") === null;
      });
      expect(outside).toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(popup(page)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "For Collaboration" })).toBeFocused();
  });

  test("keeps text and focus of a refused form while scripts load", async ({ page }) => {
    const problems = popup(page).locator("[id$='-problem']:visible");
    const releaseScripts = await holdScripts(page);
    await page.goto(INDIVIDUAL, { waitUntil: "commit" });
    await withoutBrowserChecks(page);
    await send(page).click();
    await expect(problems).toHaveCount(4);
    await field(page, "Last name").pressSequentially("Iy");
    releaseScripts();
    await expect(page.locator("dialog:modal")).toBeVisible();
    await page.keyboard.type("er");
    await expect(field(page, "Last name")).toHaveValue("Iyer");
    await expect(problems).toHaveCount(3);
  });

  test("shows 'Sending...', sends once, and keeps the focus", async ({ page }) => {
    await page.goto(INDIVIDUAL);
    await expect(popup(page).getByRole("heading", { level: 1 })).toBeFocused();
    const releaseLoad = await holdRequests(page, /contactus\.data/, "GET");
    const releasePost = await holdRequests(page, /contactus\.data/, "POST");
    const posts = postsOf(page);
    await fill(page);
    await send(page).press("Enter");
    await expect(status(page)).toHaveText("Sending...");
    await expect(send(page)).toBeDisabled();
    await page.keyboard.press("Enter");
    await field(page, "Email").press("Enter");
    await send(page).focus();
    const loadRequest = page.waitForRequest((request) => request.method() === "GET");
    releasePost();
    await loadRequest;
    for (const key of ["Enter", "Escape"]) await page.keyboard.press(key);
    releaseLoad();
    await expect(status(page)).toHaveText("Form Submitted Successfully");
    await expect(send(page)).toBeFocused();
    expect(posts).toHaveLength(1);
    await expect(toasts(page)).toHaveText("Form submitted successfully!");
    await expect(toasts(page)).toBeEmpty();
  });

  test("sends no second time while sending or when the answer is lost", async ({
    page,
    context,
  }) => {
    await page.goto(INDIVIDUAL.replace("?", "/?"));
    const posts = postsOf(page);
    let loseAnswer = () => {};
    const lostAnswer = new Promise<void>((resolve) => (loseAnswer = resolve));
    await page.route(/contactus\.data/, (route) => lostAnswer.then(() => route.abort()));
    await fill(page);
    await send(page).press("Enter");
    await expect(status(page)).toHaveText("Sending...");
    await context.setOffline(true);
    for (const key of ["Enter", "Escape"]) await page.keyboard.press(key);
    loseAnswer();
    await expect(status(page)).toContainText("Your message may have arrived, or not.");
    const online = await page.evaluateHandle(() => ({
      again: new Promise<void>((resolve) => addEventListener("online", () => resolve())),
    }));
    await context.setOffline(false);
    await online.evaluate(({ again }) => again);
    // Any request that the `online` event causes has been sent by then.
    await page.evaluate(() => fetch("/healthz"));
    expect(posts).toHaveLength(1);
    await expect(field(page, "Message")).toHaveValue(message.Message);
  });

  test("keeps the message when the response is an error", async ({ page }) => {
    await page.goto(INDIVIDUAL);
    await page.route(/contactus\.data/, (route) => route.fulfill(failure));
    await fill(page);
    await send(page).click();
    await expect(status(page)).toContainText("Your message may have arrived, or not.");
    await expect(field(page, "Message")).toHaveValue(message.Message);
  });

  test("shows the server's validation error at the field, each time", async ({ page }) => {
    await page.goto(INDIVIDUAL);
    const problems = popup(page).locator("[id$='-problem']:visible");
    for (const spaces of [" ", "  "]) {
      await fill(page, { ...message, "First name": spaces });
      await expect(problems).toHaveCount(0);
      await send(page).click();
      await expect(problems).toHaveText("First name is required.");
      await expect(field(page, "First name")).toHaveAttribute("aria-invalid", "true");
    }
  });

  test("shows the browser's errors at the fields, without WCAG violations", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of ["/contactus", INDIVIDUAL]) {
      await page.goto(path);
      if (path === INDIVIDUAL) {
        await expect(popup(page).getByRole("heading", { level: 1 })).toBeFocused();
        await send(page).click();
        await expect(field(page, "First name")).toBeFocused();
        await expect(popup(page).locator("[id$='-problem']")).toHaveCount(4);
      }
      await expectNoWcagViolations(page, path);
    }
    await field(page, "First name").fill("Meera");
    await expect(popup(page).locator("[id$='-problem']:visible")).toHaveCount(3);
  });
});
