import type { BrowserContext, Page } from "@playwright/test";
import type { Chance } from "./chance";
import { controlsOf, wordsFor, type Control } from "./controls";
import { openTab, type Tab } from "./visitor";
import type { World } from "./world";

/** A visitor on the way: their browser, its tabs, and whether its network is there. */
export interface Visitor {
  context: BrowserContext;
  tabs: Tab[];
  /** The tab that is looked at. */
  tab: Tab;
  offline: boolean;
}

/** What a move did. */
export interface Moved {
  /** For the record: what was chosen, not what came of it. */
  what: string;
  /** Whether a control was pressed by keyboard, so that the focus should be somewhere afterwards. */
  byKeyboard?: boolean;
  /** Whether it was the last button before a deletion. */
  confirmsDeletion?: boolean;
}

/** How long a control may keep from being pressed; a covered one is left alone then. */
const PRESS_MS = 2_000;

const weights = {
  press: 34,
  keyboard: 24,
  fill: 14,
  advance: 22,
  key: 8,
  back: 5,
  forward: 3,
  reload: 3,
  network: 3,
  upstream: 8,
  tab: 2,
};

/** Makes one random move. */
export async function move(world: World, visitor: Visitor, chance: Chance): Promise<Moved> {
  const kind = chance.weighted(weights);
  const { page } = visitor.tab;
  switch (kind) {
    case "press":
    case "keyboard": {
      const control = chance.of((await controlsOf(page)).filter((one) => one.kind !== "field"));
      return control
        ? press(page, control, kind === "keyboard", chance)
        : { what: "nothing to press" };
    }
    case "fill": {
      const control = chance.of((await controlsOf(page)).filter((one) => one.kind === "field"));
      return control
        ? fill(control, wordsFor(control.type, chance), chance)
        : { what: "nothing to fill" };
    }
    case "advance":
      return advance(page, chance);
    case "key": {
      const key = chance.of([
        "Escape",
        "Tab",
        "/",
        "r",
        "?",
        "ArrowRight",
        "ArrowLeft",
        "Home",
        "End",
      ] as const);
      await page.keyboard.press(key);
      return { what: `key ${key}` };
    }
    case "back":
      // What was before the site is nobody's.
      if (await canGoBack(page)) {
        await page.goBack({ waitUntil: "commit", timeout: PRESS_MS }).catch(() => null);
      }
      return { what: "back" };
    case "forward":
      await page.goForward({ waitUntil: "commit", timeout: PRESS_MS }).catch(() => null);
      return { what: "forward" };
    case "reload":
      // Without a network the browser's own page would come.
      if (!visitor.offline) await page.reload({ waitUntil: "commit" });
      return { what: "reload" };
    case "network":
      visitor.offline = !visitor.offline;
      await visitor.context.setOffline(visitor.offline);
      return { what: visitor.offline ? "the network goes" : "the network comes back" };
    case "upstream":
      return { what: world.change(chance) };
    case "tab":
      return { what: await otherTab(visitor) };
  }
}

const canGoBack = (page: Page) => page.evaluate(() => navigation.canGoBack).catch(() => false);

/** Opens a second tab at the same address, or looks at the other one. */
async function otherTab(visitor: Visitor): Promise<string> {
  const other = visitor.tabs.find((tab) => tab !== visitor.tab);
  if (other) {
    visitor.tab = other;
    await other.page.bringToFront();
    return "the other tab";
  }
  if (visitor.offline) return "no other tab";
  const address = visitor.tab.page.url();
  visitor.tab = await openTab(visitor.context);
  visitor.tabs.push(visitor.tab);
  await visitor.tab.page.goto(address, { waitUntil: "commit" });
  return "a second tab";
}

async function press(
  page: Page,
  control: Control,
  byKeyboard: boolean,
  chance: Chance,
): Promise<Moved> {
  const { element, kind, name } = control;
  const confirmsDeletion = kind === "button" && name === "Delete";
  const what = `${byKeyboard ? "by keyboard" : "press"} ${kind} '${name}'`;
  if (kind === "list") {
    const options = await element.evaluate((list) => (list as HTMLSelectElement).options.length); // by its kind
    const index = chance.below(options);
    await element.selectOption({ index }, { timeout: PRESS_MS }).catch(() => undefined);
    return { what: `choose ${index} of '${name}'` };
  }
  if (!byKeyboard) {
    await element.click({ timeout: PRESS_MS }).catch(() => undefined);
    return { what, confirmsDeletion };
  }
  await element.focus().catch(() => undefined);
  const focused = await element
    .evaluate((one) => document.activeElement === one)
    .catch(() => false);
  if (!focused) return { what: `${what}, which takes no focus` };
  await page.keyboard.press(kind === "choice" ? "Space" : "Enter");
  return { what, confirmsDeletion, byKeyboard: true };
}

async function fill({ element, name }: Control, text: string, chance: Chance): Promise<Moved> {
  await element.fill(text, { timeout: PRESS_MS }).catch(() => undefined);
  const enter = chance.below(3) === 0;
  if (enter) await element.press("Enter", { timeout: PRESS_MS }).catch(() => undefined);
  return {
    what: `fill '${name}' with ${JSON.stringify(text)}${enter ? " and Enter" : ""}`,
    byKeyboard: enter,
  };
}

/** The next step of whatever journey the page is on, as a person would go it. */
async function advance(page: Page, chance: Chance): Promise<Moved> {
  const controls = await controlsOf(page);
  const byKeyboard = chance.below(2) === 0;
  const named = (name: string) =>
    controls.find((one) => one.kind === "button" && one.name === name);
  for (const [type, text, button] of [
    ["tel", String(9_000_000_000 + chance.below(999_999_999)), "Send OTP"],
    ["code", "482913", "Verify OTP"],
  ] as const) {
    const field = controls.find((one) => one.type === type);
    if (!field) continue;
    await field.element.fill(text, { timeout: PRESS_MS }).catch(() => undefined);
    const next = named(button);
    if (next) return press(page, next, byKeyboard, chance);
  }
  const contact = controls.filter((one) => /^(First name|Last name|Email|Message)/.test(one.name));
  for (const { element, type } of contact) {
    const text = type === "email" ? "asha@example.com" : "Asha";
    await element.fill(text, { timeout: PRESS_MS }).catch(() => undefined);
  }
  const last = named("Delete");
  if (last && chance.below(4) > 0) return press(page, last, byKeyboard, chance);
  const reasons = controls.filter((one) => one.kind === "choice");
  const next = named("Delete Account") ?? named("Send");
  if (next) {
    const reason = named("Delete Account") && chance.of(reasons);
    await reason?.element.check({ timeout: PRESS_MS }).catch(() => undefined);
    return press(page, next, byKeyboard, chance);
  }
  const control = chance.of(controls.filter((one) => one.kind !== "field"));
  return control ? press(page, control, byKeyboard, chance) : { what: "nowhere to go" };
}
