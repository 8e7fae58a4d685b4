import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";
import { freePort } from "../support/free-port";
import type { Engine } from "./engine";

/** WebDriver's property name of an element reference, and its code of the Escape key. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const ESCAPE = "\ue00c";

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen, because it has no headless mode, and drives it with
 * the few WebDriver (W3C) commands that the journey needs.
 *
 * @param program path of WebKitWebDriver, which finds the browser itself
 */
export async function startWebKit(program: string): Promise<Engine> {
  const screen = ["-displayfd", "1", "-screen", "0", "1600x1200x24"];
  const [display] = (await once(linesOf("Xvfb", screen), "line")) as [string];
  const port = await freePort();
  linesOf(program, [`--port=${port}`], { DISPLAY: `:${display}` });
  const server = `http://127.0.0.1:${port}`;
  await expect(() => fetch(`${server}/status`)).toPass();

  const send = async <Value>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const reply = await fetch(server + path, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await reply.json()) as { value: Value };
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
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

  // The toolbar makes the first window wider than a phone; a window opened by script can go without.
  const first = await send<string>("GET", `${session}/window`);
  await evaluate("void open('about:blank', '', 'toolbar=0,location=0,menubar=0')");
  const windows = await send<string[]>("GET", `${session}/window/handles`);
  await post("window", { handle: windows.find((handle) => handle !== first) });

  /** Retries an action, because the driver refuses it while the element is covered or invisible. */
  const act = (action: string, body: object, css: string, name?: string) =>
    expect(async () => {
      const script = `(${String(find)})(${JSON.stringify([css, name])})`;
      const element = await evaluate<Record<string, string> | null>(script);
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
    // WebDriver has no command for console errors.
    complaints: () => [],
    close: () => send("DELETE", session),
  };
}

/** Starts a program that is killed when this process exits. @returns the lines that it prints */
function linesOf(program: string, args: string[], env?: Record<string, string>) {
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: [...stdio] });
  process.once("exit", () => child.kill());
  return createInterface(child.stdout);
}

/** The first visible element with this selector and name, scrolled into view; runs in the page. */
function find([css, name]: [string, string?]): Element | undefined {
  const match = [...document.querySelectorAll(css)].find((element) => {
    const label = element.getAttribute("aria-label") ?? element.textContent.trim();
    return element.checkVisibility() && (!name || label === name);
  });
  // Instant, even if the page's style sets smooth scrolling.
  match?.scrollIntoView({ block: "center", behavior: "instant" });
  return match;
}
