import type { Page } from "@playwright/test";
import { button } from "./deletion-steps";
import { expect, test } from "./site";

interface Scenario {
  path: string;
  open?: (page: Page) => Promise<void>;
  /** Controls to press by keyboard, in order. After each press a visible element must have the focus. */
  presses: ((page: Page) => ReturnType<Page["locator"]>)[];
}

const TRIPS = "/pulsescout/dashboard?tab=trip";

/** Every control that disappears or is disabled when it is used. */
const scenarios: Record<string, Scenario> = {
  "the filters": {
    path: TRIPS,
    presses: [(page) => button(page, "Filter By"), (page) => button(page, "Done")],
  },
  "the last page of trips": {
    path: TRIPS,
    presses: [(page) => page.getByRole("link", { name: "Last" })],
  },
  "'Stay here'": { path: "/ref/ABC123", presses: [(page) => button(page, "Stay here")] },
  "the loader": { path: "/", presses: [(page) => button(page, "Skip")] },
  "the contact popup": {
    path: "/contactus",
    presses: [
      (page) => page.getByRole("link", { name: "For Individuals" }),
      (page) => page.getByRole("dialog").getByRole("button", { name: "Close" }),
    ],
  },
};

/** Whether a visible element has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return (
      activeElement !== document.body &&
      activeElement instanceof HTMLElement &&
      activeElement.checkVisibility()
    );
  });

test("a control that disappears passes on the focus", async ({ page }) => {
  for (const [name, { path, open, presses }] of Object.entries(scenarios)) {
    await test.step(name, async () => {
      await page.goto(path);
      await open?.(page);
      for (const find of presses) {
        const control = find(page);
        await control.focus();
        await control.press("Enter");
        await expect.poll(() => focused(page), { message: String(find) }).toBe(true);
      }
    });
  }
});
