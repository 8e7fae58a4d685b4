import type { Page } from "@playwright/test";
import { button } from "./deletion-steps";
import { expect, test } from "./site";

interface Way {
  path: string;
  open?: (page: Page) => Promise<void>;
  /** What is pressed, one after the other, by keyboard. Each has to leave the focus on something. */
  presses: ((page: Page) => ReturnType<Page["locator"]>)[];
}

const TRIPS = "/pulsescout/dashboard?tab=trip";

/** Every control that goes away, or can do nothing more, when it is used. */
const ways: Record<string, Way> = {
  "the filters": {
    path: TRIPS,
    presses: [(page) => button(page, "Filter By"), (page) => button(page, "Done")],
  },
  "the last page of trips": {
    path: TRIPS,
    presses: [(page) => page.getByRole("link", { name: "Last" })],
  },
  "the keys' help": {
    path: TRIPS,
    presses: [(page) => button(page, "Keyboard shortcuts"), (page) => button(page, "Close")],
  },
  "the keys' help, opened while nothing has the focus": {
    path: TRIPS,
    open: (page) => page.keyboard.press("?"),
    presses: [(page) => button(page, "Close")],
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

/** Whether something that is shown has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return (
      activeElement !== document.body &&
      activeElement instanceof HTMLElement &&
      activeElement.checkVisibility()
    );
  });

test("what goes away hands the focus on", async ({ page }) => {
  for (const [name, { path, open, presses }] of Object.entries(ways)) {
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
