import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { field, fill, message, popup, postsOf, send, status } from "./contact-steps";
import { failure, toasts } from "./network";
import { expect, hold, holdScripts, test } from "./site";
import { enlargeText, expectWcagKept, NARROW, pastTheEdge } from "./wcag";

let visitors = 0;

/**
 * Each visitor has a network (a /64) of their own, so that no limit is carried from test to test. The server is shared
 * by workers whose process ids repeat; their indexes do not.
 */
test.beforeEach(async ({ page }, { workerIndex }) => {
  visitors += 1;
  const address = `2001:db8:${workerIndex.toString(16)}:${visitors.toString(16)}::1`;
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": address });
});

const INDIVIDUAL = "/contactus?audience=individual";

/** The form is not checked by the browser, as by one that knows no such checks. */
const withoutBrowserChecks = (page: Page) =>
  popup(page)
    .locator("form")
    .first()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });

test("each card opens a popup of its own, which closes to the cards", async ({ page }) => {
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

test("a message arrives, is confirmed, empties the form", async ({ page, javaScriptEnabled }) => {
  await page.goto(INDIVIDUAL);
  await expect(status(page)).toHaveText("");
  // The outbox holds the messages of other tests, too.
  const question = `Which <b>road</b>? ${randomUUID()}`;
  await fill(page, { ...message, Message: question });
  await send(page).click();
  await expect(status(page)).toHaveText("Form Submitted Successfully");
  if (javaScriptEnabled) {
    await expect(popup(page).getByText("Form submitted successfully!")).toBeVisible();
  }
  for (const name of Object.keys(message)) await expect(field(page, name)).toHaveValue("");
  await page.goto("/sandbox/outbox");
  await expect(page.getByRole("cell", { name: question })).toContainText(
    "Meera Iyer <meera@example.org>",
  );
});

test("cards and popup stay in the page, both choices near its top @markup", async ({ page }) => {
  for (const path of [INDIVIDUAL, "/contactus"]) {
    await page.goto(path);
    for (const [size, width] of NARROW) {
      await page.setViewportSize({ width, height: 700 });
      await enlargeText(page, size);
      expect([path, size, width, await pastTheEdge(page)]).toEqual([path, size, width, []]);
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
  for (const words of ["For Individuals", "You drive", "For Collaboration", "You speak"]) {
    const box = await page.getByRole("main").getByText(words).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0), words).toBeLessThanOrEqual(600);
  }
});

test.describe("with scripts", { tag: "@js" }, () => {
  test("keeps the focus in the popup; Escape gives it back to the card", async ({ page }) => {
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

  test("lets those whose message was refused go on typing while scripts come", async ({ page }) => {
    const problems = popup(page).locator("[id$='-problem']:visible");
    const letScriptsCome = await holdScripts(page);
    await page.goto(INDIVIDUAL, { waitUntil: "commit" });
    await withoutBrowserChecks(page);
    await send(page).click();
    await expect(problems).toHaveCount(4);
    await field(page, "Last name").pressSequentially("Iy");
    letScriptsCome();
    await expect(page.locator("dialog:modal")).toBeVisible();
    await page.keyboard.type("er");
    await expect(field(page, "Last name")).toHaveValue("Iyer");
    await expect(problems).toHaveCount(3);
  });

  test("says 'Sending...' on the way, sends once, and keeps the focus", async ({ page }) => {
    await page.goto(INDIVIDUAL);
    await expect(popup(page).getByRole("heading", { level: 1 })).toBeFocused();
    const letLoad = await hold(page, /contactus\.data/, "GET");
    const letGo = await hold(page, /contactus\.data/, "POST");
    const posts = postsOf(page);
    await fill(page);
    await send(page).press("Enter");
    await expect(status(page)).toHaveText("Sending...");
    await expect(send(page)).toBeDisabled();
    await page.keyboard.press("Enter");
    await field(page, "Email").press("Enter");
    await send(page).focus();
    const loading = page.waitForRequest((request) => request.method() === "GET");
    letGo();
    await loading;
    for (const key of ["Enter", "Escape"]) await page.keyboard.press(key);
    letLoad();
    await expect(status(page)).toHaveText("Form Submitted Successfully");
    await expect(send(page)).toBeFocused();
    expect(posts).toHaveLength(1);
    await expect(toasts(page)).toHaveText("Form submitted successfully!");
    await expect(toasts(page)).toBeEmpty();
  });

  test("repeats no press while sending, nor once it is online again", async ({ page, context }) => {
    await page.goto(INDIVIDUAL.replace("?", "/?"));
    const posts = postsOf(page);
    let loseAnswer = () => {};
    const lost = new Promise<void>((resolve) => (loseAnswer = resolve));
    await page.route(/contactus\.data/, (route) => lost.then(() => route.abort()));
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
    // Whatever was asked for at that moment is under way by then.
    await page.evaluate(() => fetch("/healthz"));
    expect(posts).toHaveLength(1);
    await expect(field(page, "Message")).toHaveValue(message.Message);
  });

  test("keeps a message whose answer is an error", async ({ page }) => {
    await page.goto(INDIVIDUAL);
    await page.route(/contactus\.data/, (route) => route.fulfill(failure));
    await fill(page);
    await send(page).click();
    await expect(status(page)).toContainText("Your message may have arrived, or not.");
    await expect(field(page, "Message")).toHaveValue(message.Message);
  });

  test("says at the field what the server finds wrong, each time", async ({ page }) => {
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

  test("says that a message was too long to be taken, and keeps it", async ({ page }) => {
    await page.goto(INDIVIDUAL);
    await fill(page, { ...message, Message: "सड़क".repeat(2000) });
    await send(page).click();
    await expect(status(page)).toContainText("Nothing was sent: a form may hold 64 KB.");
    await expect(field(page, "Message")).toHaveValue("सड़क".repeat(2000));
  });

  test("says at the field what the browser finds wrong, and keeps to WCAG", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of ["/contactus", INDIVIDUAL]) {
      await page.goto(path);
      if (path === INDIVIDUAL) {
        await expect(popup(page).getByRole("heading", { level: 1 })).toBeFocused();
        await send(page).click();
        await expect(field(page, "First name")).toBeFocused();
        await expect(popup(page).locator("[id$='-problem']")).toHaveCount(4);
      }
      await expectWcagKept(page, path);
    }
    await field(page, "First name").fill("Meera");
    await expect(popup(page).locator("[id$='-problem']:visible")).toHaveCount(3);
  });
});
