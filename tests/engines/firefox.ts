import { firefox, type Browser } from "@playwright/test";
import type { Engine } from "./engine";

/** Internals of Playwright's WebDriver BiDi browser. */
interface Internals {
  _connection: {
    toImpl(browser: Browser): {
      _browserSession: { send(command: string, params: object): Promise<object> };
    };
  };
}

/** Starts a stock Firefox, which Playwright drives by WebDriver BiDi (its `moz-` channels). */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await firefox.launch({ channel: "moz-firefox", executablePath, timeout: 0 });
  // Playwright sends this command for every window, without an option. Firefox ESR 153 does not support it.
  const unsupported = "emulation.setMediaFeaturesOverride";
  const session = (browser as unknown as Internals)._connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (command, params) => (command === unsupported ? {} : send(command, params));

  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const element = (css: string, name = "") => {
    const all = page.locator(css).filter({ visible: true });
    return (name ? all.and(page.getByRole("button", { name, exact: true })) : all).first();
  };
  return {
    async goto(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    click: (css, name) => element(css, name).click(),
    type: (css, text) => element(css).pressSequentially(text),
    pressEscape: () => page.keyboard.press("Escape"),
    resize: (width, height) => page.setViewportSize({ width, height }),
    complaints: () => errors.splice(0),
    close: () => browser.close(),
  };
}
