import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";
import { Builder, Capabilities, Key, type WebElement } from "selenium-webdriver";
import { freePort } from "../support/free-port";
import { eventually, find, type Engine, type Target } from "./engine";

const KEYS = { Escape: Key.ESCAPE, Tab: Key.TAB };

/**
 * Starts WebKitGTK's own small browser on a screen that nobody sees: it has no headless mode.
 *
 * @param program WebKitWebDriver, which knows where the browser is
 */
export async function startWebKit(program: string): Promise<Engine> {
  const screen = await startScreen();
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  const driver = spawn(program, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.display },
    stdio: "ignore",
  });
  const end = async () => {
    for (const { child } of [{ child: driver }, screen]) {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    }
  };
  try {
    await expect(() => fetch(`${server}/status`)).toPass();
    const window = await openWindow(server);
    return {
      ...window,
      close: async () => {
        try {
          await window.close();
        } finally {
          await end();
        }
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** An X server on a free display. */
async function startScreen() {
  const args = ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const child = spawn("Xvfb", args, { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, display: `:${line}` };
}

async function openWindow(server: string): Promise<Engine> {
  const driver = await new Builder()
    .usingServer(server)
    .disableEnvironmentOverrides()
    .withCapabilities(
      new Capabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": {
          args: ["--automation", "--javascript-can-open-windows-automatically=true"],
        },
      }),
    )
    .build();
  // Its first window has a bar that is wider than a phone; one that a page opens can go without.
  const first = await driver.getWindowHandle();
  await driver.executeScript("open('about:blank', '', 'toolbar=0,location=0,menubar=0')");
  const [second] = (await driver.getAllWindowHandles()).filter((handle) => handle !== first);
  await driver.switchTo().window(String(second));

  const element = (target: Target) =>
    eventually(target, () => driver.executeScript<WebElement | null>(find, target));

  return {
    goto: (url) => driver.get(url),
    run: (task, ...args) => driver.executeScript(task, ...args),
    click: async (target) => (await element(target)).click(),
    type: async (target, text) => (await element(target)).sendKeys(text),
    press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
    async resize(width, height) {
      await driver.manage().window().setRect({ width, height });
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    // WebDriver has no word for them.
    complaints: () => [],
    close: () => driver.quit(),
  };
}
