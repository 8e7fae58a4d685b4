import type { Page } from "@playwright/test";
import { expect, openHome, test } from "./home-site";
import { hold } from "./site";

const banner = (page: Page) => page.getByRole("banner");
const announced = (page: Page) => page.locator("p[aria-live=polite]");
const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("a page comes into the shell that stands, is said by its title and begins at its heading", async ({
  page,
}) => {
  await openHome(page);
  await expect(page.locator("body")).toBeFocused();
  await expect(announced(page)).toBeEmpty();
  const shell = await banner(page).elementHandle();

  await banner(page).getByRole("link", { name: "Scout" }).click();
  await expect(title(page)).toHaveText("Scout");
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveCSS("outline-style", "none");
  await expect(announced(page)).toHaveText("PulseScout | Pulse");
  await expect(banner(page).locator("[aria-current=page]")).toHaveText("Scout");
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await banner(page).getByRole("link", { name: "Roadmap" }).click();
  await expect(page.locator("#roadmap h2")).toBeFocused();
  await expect(page.locator("#roadmap h2")).toBeInViewport();
  await expect(announced(page)).toHaveText("Rerouting The Future | Pulse");

  // A section of the page that is shown takes the focus, and no title is said.
  const tech = banner(page).getByRole("link", { name: "Tech" });
  await tech.press("Enter");
  await expect(page.locator("#tech h2")).toBeInViewport();
  await expect(page.locator("#tech h2")).toBeFocused();
  expect(await shell?.evaluate((header) => header.isConnected)).toBe(true);
});

test("a page that takes its time is told of, and settings are not asked for again", async ({
  page,
}) => {
  await openHome(page);
  const arrive = await hold(page, /\.data/);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith(".data")) asked.push(search);
  });
  await banner(page).getByRole("link", { name: "Contact Us" }).click();
  await expect(page.locator("[data-pending]")).toBeVisible();
  arrive();
  await expect(title(page)).toHaveText("CONTACT US");
  await expect(page.locator("[data-pending]")).toHaveCount(0);
  expect(asked.map((search) => new URLSearchParams(search).get("_routes"))).toEqual([
    "routes/contact",
  ]);
});

test("what a page needs is fetched when somebody points at its link, but for forms", async ({
  page,
}) => {
  const prefetched = () => page.locator("link[rel=modulepreload][href*=pulsegen]");
  const header = page.getByRole("banner");
  await page.goto("/blogs");
  await header.getByRole("link", { name: "Contact Us" }).hover();
  await header.getByRole("link", { name: "PulseGen" }).hover();
  await expect(prefetched()).not.toHaveCount(0);
  await expect(page.locator("link[href*='contact']")).toHaveCount(0);
});

test("a link shows the first screen of its page, then the rest without moving what was asked for", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("loaderShown", "true"));
  await page.goto("/blogs");
  const firstScreens = await page.evaluateHandle(() => {
    const seen: string[][] = [];
    let atHome = false;
    new MutationObserver(() => {
      const ids = [...document.querySelectorAll("main [id]")].map(({ id }) => id);
      if (!atHome && ids.includes("home")) {
        seen.push(ids.filter((id) => ["home", "tech", "roadmap", "team"].includes(id)));
      }
      atHome = ids.includes("home");
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  const links = banner(page).getByRole("link");

  await links.filter({ hasText: "Roadmap" }).click();
  await expect(page.locator("#team")).toBeAttached();
  const top = () => page.locator("#roadmap").evaluate((it) => it.getBoundingClientRect().top);
  await expect.poll(top).toBeCloseTo(0, 0);
  await expect(page.locator("#roadmap h2")).toBeFocused();

  await links.filter({ hasText: "PulseGen" }).click();
  await expect(page.locator("#why")).toBeAttached();
  await banner(page).getByRole("link", { name: "Pulse" }).first().click();
  await expect(page.locator("#team")).toBeAttached();
  expect(await firstScreens.jsonValue()).toEqual([["home", "roadmap"], ["home"]]);
});
