import puppeteer, { type ElementHandle } from "puppeteer-core";
import { eventually, find, type Engine, type Target } from "./engine";

/** Starts a stock Firefox, which speaks WebDriver BiDi by itself. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  const told: string[] = [];
  // Puppeteer's type says `unknown`; it is the page's own error.
  page.on("pageerror", (error) => told.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") told.push(message.text());
  });

  const element = (target: Target) =>
    eventually(target, async () => {
      const found = (await page.evaluateHandle(find, target)).asElement();
      return found as ElementHandle | null; // that is what `find` returns
    });

  return {
    async goto(url) {
      await page.goto(url);
    },
    // Puppeteer's types allow for handles among the arguments; here they are JSON.
    run: <Args extends unknown[], Result>(task: (...args: Args) => Result, ...args: Args) =>
      page.evaluate(task as (...args: unknown[]) => Result, ...args) as Promise<Result>,
    click: async (target) => (await element(target)).click(),
    type: async (target, text) => (await element(target)).type(text),
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    complaints: () => told.splice(0),
    close: () => browser.close(),
  };
}
