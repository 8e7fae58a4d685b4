import type { Page } from "@playwright/test";
import { expect, test } from "./site";

test.beforeEach(({ page }) => page.goto("/privacyandpolicy-app").then(() => undefined));

const sections = (page: Page) => page.locator("section[id^='section-']");
const contents = (page: Page) => page.getByRole("navigation", { name: "Sections" });

test(
  "is a dated document of 17 numbered sections that robots leave alone",
  { tag: "@markup" },
  async ({ page }) => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy policy");
    await expect(page.getByText("Last updated 19-08-2025")).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(sections(page)).toHaveCount(17);
    const headings = await sections(page).getByRole("heading", { level: 2 }).allInnerTexts();
    headings.forEach((heading, index) => expect(heading).toMatch(RegExp(`^${index + 1}\\s+\\S`)));
  },
);

test("says what is collected, kept and never sold", { tag: "@markup" }, async ({ page }) => {
  const policy = page.getByRole("main");
  for (const words of [
    "one-time-code verification",
    "Optional",
    "Location and speed",
    "Sensor data",
    "Device and technical data",
    "Support messages",
    "Consent preferences",
    "Faces and license plates in the video are blurred by AI",
    "We do not sell personal data",
    "Deleted within 90 days of account deletion",
    "May be kept indefinitely",
    "You must be 18 or older",
    "privacy zone",
    "General Data Protection Regulation",
    "California Consumer Privacy Act",
  ]) {
    await expect(sections(page).getByText(words).first()).toBeVisible();
  }
  await expect(policy.getByRole("link", { name: "privacy@example.com" }).first()).toHaveAttribute(
    "href",
    "mailto:privacy@example.com",
  );
  await expect(policy.getByRole("link", { name: "Delete your account" })).toHaveAttribute(
    "href",
    "/pulsescout/delete-user",
  );
});

test("leads from its contents to every section", async ({ page, javaScriptEnabled }) => {
  const links = contents(page).getByRole("link");
  await expect(links).toHaveCount(17);
  await links.filter({ hasText: "Privacy zones" }).click();
  const zones = page.getByRole("heading", { name: "Privacy zones" });
  await expect(zones).toBeInViewport();
  // The mark of where one reads is a script's.
  if (!javaScriptEnabled) return;
  await expect(contents(page).locator("[aria-current]:visible")).toContainText("Privacy zones");
});

test("folds its contents on phones, scripts or not", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const links = contents(page).getByRole("link");
  await expect(links).toHaveCount(0);
  await page.getByText("All 17 sections").click();
  await expect(links).toHaveCount(17);
  await links.last().click();
  await expect(page.getByRole("heading", { name: "Contact" })).toBeInViewport();
});
