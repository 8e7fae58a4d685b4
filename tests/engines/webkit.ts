import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";
import { freePort } from "../support/free-port";
import type { Engine } from "./engine";

/** What WebDriver calls a reference to an element, and the Escape key. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const ESCAPE = "\ue00c";

/**
 * Starts WebKitGTK's own small browser, on a screen that nobody sees because it has no headless mode, and drives it by
 * the few commands of WebDriver (W3C) that the journey takes.
 *
 * @param program WebKitWebDriver, which knows where the browser is
 */
export async function startWebKit(program: string): Promise<Engine> {
  const screen = ["-displayfd", "1", "-screen", "0", "1600x1200x24"];
  const [display] = (await once(linesOf("Xvfb", screen), "line")) as [string];
  const port = await freePort();
  linesOf(program, [`--port=${port}`], { DISPLAY: `:${display}` });
  const server = `http://127.0.0.1:${port}`;
  await expect(() => fetch(`${server}/status`)).toPass();

  const send = async <Value>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const answer = await fetch(server + path, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const args = ["--automation", "--javascript-can-open-windows-automatically=true"];
  const browser = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { args } };
  const capabilities = { alwaysMatch: browser };
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", { capabilities });
  const session = `/session/${sessionId}`;
  const post = <Value>(command: string, body: object = {}) =>
    send<Value>("POST", `${session}/${command}`, body);
  const evaluate = <Value>(expression: string) =>
    post<Value>("execute/sync", { script: `return ${expression}`, args: [] });

  // The first window has a bar that is wider than a phone; one that a page opens can go without.
  const first = await send<string>("GET", `${session}/window`);
  await evaluate("void open('about:blank', '', 'toolbar=0,location=0,menubar=0')");
  const windows = await send<string[]>("GET", `${session}/window/handles`);
  await post("window", { handle: windows.find((handle) => handle !== first) });

  /** The driver refuses what a hand could not do: while an element is covered, or not to be seen. */
  const act = (action: string, body: object, css: string, name?: string) =>
    expect(async () => {
      const found = `(${String(find)})(${JSON.stringify([css, name])})`;
      const element = await evaluate<Record<string, string> | null>(found);
      if (!element) throw new Error(`There is no ${css} ${name ?? ""}`);
      await post(`element/${element[ELEMENT]}/${action}`, body);
    }).toPass({ intervals: [50], timeout: 30_000 });
  return {
    goto: (url) => post("url", { url }),
    evaluate,
    click: (css, name) => act("click", {}, css, name),
    type: (css, text) => act("value", { text }, css),
    pressEscape: () => {
      const actions = ["keyDown", "keyUp"].map((type) => ({ type, value: ESCAPE }));
      return post("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
    },
    resize: (width, height) => post("window/rect", { width, height }),
    // WebDriver has no word for them.
    complaints: () => [],
    close: () => send("DELETE", session),
  };
}

/** Starts a program that ends with this process, whatever comes between; the lines that it prints. */
function linesOf(program: string, args: string[], env?: Record<string, string>) {
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: [...stdio] });
  process.once("exit", () => child.kill());
  return createInterface(child.stdout);
}

/** The first visible element that fits, brought into the window; runs in the page. */
function find([css, name]: [string, string?]): Element | undefined {
  const found = [...document.querySelectorAll(css)].find((element) => {
    const called = element.getAttribute("aria-label") ?? element.textContent.trim();
    return element.checkVisibility() && (!name || called === name);
  });
  // At once, whatever the page's own scrolling.
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  return found;
}
