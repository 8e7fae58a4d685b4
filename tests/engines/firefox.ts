import { firefox, type Browser } from "@playwright/test";
import type { Engine } from "./engine";

/** What Playwright keeps to itself of a browser that it drives by WebDriver BiDi. */
interface Inside {
  _connection: {
    toImpl(browser: Browser): {
      _browserSession: { send(command: string, params: object): Promise<object> };
    };
  };
}

/** Starts a stock Firefox, which Playwright drives by WebDriver BiDi: that is what its `moz-` channels are. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await firefox.launch({ channel: "moz-firefox", executablePath, timeout: 0 });
  // Firefox ESR 153 does not know this command, which Playwright sends for every window and has no option to leave out.
  const ahead = "emulation.setMediaFeaturesOverride";
  const session = (browser as unknown as Inside)._connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (command, params) => (command === ahead ? {} : send(command, params));

  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  const told: string[] = [];
  page.on("pageerror", (error) => told.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") told.push(message.text());
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
    complaints: () => told.splice(0),
    close: () => browser.close(),
  };
}
