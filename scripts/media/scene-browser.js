import { chromium } from "playwright";
import { ensureChromium } from "./programs.js";

/** No graphics card needed: WebGL runs in software and gives the same picture everywhere. */
const FLAGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--force-color-profile=srgb",
  "--disable-background-timer-throttling",
  "--disable-accelerated-2d-canvas",
];

/**
 * Opens one scene in a browser of its own.
 *
 * @param {string} origin of the scene server
 * @param {object} film what the scene module is given
 */
export async function openScene(origin, film) {
  const { browser, page } = await openPage();
  page.setDefaultTimeout(0);
  page.on("pageerror", (error) => console.error(error));
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  await page.goto(`${origin}/scenes/stage.html`);
  await page.evaluate(`stage.open(${JSON.stringify(film)})`);
  return {
    /** @param {number} frame */
    sendFrame: (frame) => page.evaluate(`stage.sendFrame(${frame})`),
    sendPictures: () => page.evaluate("stage.sendPictures()"),
    close: () => browser.close(),
  };
}

/** An empty page in a browser of its own; the caller closes the browser. */
export async function openPage() {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: FLAGS });
  return { browser, page: await browser.newPage() };
}
