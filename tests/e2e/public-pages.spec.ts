import type { Page } from "@playwright/test";
import { pages, type PageId } from "~/content/pages";
import { expect, pageProblems, test, withoutScripts } from "./site";
import { expectFits, expectFocusInSight, expectNoWcagViolations } from "./wcag";

/** Pages whose states are tested in files of their own: `home-page.spec.ts` and so on. */
const ELSEWHERE: PageId[] = ["home", "contact", "deleteUser", "dashboard", "referral"];

const PAGES = Object.entries(pages)
  .filter(([id]) => !ELSEWHERE.includes(id as PageId)) // ids are the keys of `pages`
  .map(([, { path }]) => path);

const TEXTS = "main :is(h1, h2, h3, p, dt, dd, li, a, button)";

/** The policy's contents link to its sections, and are folded on phones. */
async function expectContents(page: Page): Promise<void> {
  const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  await page.setViewportSize({ width: 1440, height: 900 });
  // The last sections are too short to reach the top of the window.
  for (const title of ["Privacy zones", "Changes to"]) {
    await links.filter({ hasText: title }).first().click();
    await expect(page.getByRole("heading", { name: title }).first()).toBeInViewport();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(links).toHaveCount(0);
  await page.getByText("All 17 sections").click();
  await expect(links).toHaveCount(17);
}

test("every page meets WCAG, also narrow and enlarged; an unknown address leads back", async ({
  page,
}) => {
  const problems = pageProblems(page);
  // Turns off transitions, whose intermediate colours could fail the contrast check.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expectFocusInSight(page);
      await expectNoWcagViolations(page, path);
      await expectFits(page, path, TEXTS);
      if (path === pages.privacy.path) await expectContents(page);
    });
  }
  expect(problems).toEqual([]);
  await test.step("an unknown address", async () => {
    const before = page.url();
    await page.goto("/no/such/page");
    await page.getByRole("button", { name: "Go Back" }).click();
    await expect(page).toHaveURL(before);
  });
});

withoutScripts(() => {
  test("the menu opens and closes, a message is sent, steps are a list, an invitation stays", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/contactus");
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    await page.getByRole("button", { name: "Close menu" }).click();
    await expect(menu).toBeHidden();

    await page.getByRole("link", { name: "For Individuals" }).click();
    const popup = page.getByRole("dialog", { name: "Get in touch" });
    for (const name of ["First name", "Last name", "Message"]) {
      await popup.getByRole("textbox", { name }).fill("Meera");
    }
    await popup.getByRole("textbox", { name: "Email" }).fill("meera@example.org");
    await popup.getByRole("button", { name: "Send" }).click();
    await expect(popup.locator("[data-status]")).toHaveText("Form Submitted Successfully");
    await expect(popup.getByRole("textbox", { name: "Message" })).toHaveValue("");
    await popup.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("link", { name: "For Collaboration" })).toBeVisible();

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/pulsegen");
    const steps = page.getByRole("region", { name: "The three steps of PulseGen" });
    await expect(steps.getByRole("paragraph").filter({ visible: true })).toHaveCount(3);
    await expect(steps.getByRole("button")).toHaveCount(0);

    await page.goto("/ref/PULSE-7K2M9Q");
    await expect(page.getByText("If the app doesn't open, go on to the Play Store.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Copy code" })).toBeHidden();
    await expect(page.locator("meta[http-equiv=refresh i]")).toHaveCount(0);
  });
});
