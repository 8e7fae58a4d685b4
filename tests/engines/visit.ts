import { test as base, expect } from "@playwright/test";
import { programPath } from "../../scripts/test-programs.js";
import type { Engine } from "./engine";
import { startFirefox } from "./firefox";
import { startWebKit } from "./webkit";

/** A visitor with a window of their own, who has seen the loader before. */
export interface Visitor extends Omit<Engine, "goto"> {
  /** Opens a page of the site and waits until it is hydrated; without motion, which is cheaper. */
  goto(path: string, motion?: "still" | "moving"): Promise<void>;
  /** Waits until a task that runs in the page gives what is expected. */
  sees<Args extends unknown[], Result>(
    expected: Result,
    task: (...args: Args) => Result,
    ...args: Args
  ): Promise<void>;
  /** The code that the sandbox sent last to a number. */
  sentCode(phone: string): Promise<string>;
}

/** Playwright's `test`, with a visitor in the engine that the project is named for; one per worker. */
export const test = base.extend<object, { visitor: Visitor }>({
  visitor: [
    async ({}, use, { project }) => {
      const engine = await start(project.name);
      await use(visitorOf(engine, String(process.env.ENGINES_SITE)));
      await engine.close();
    },
    { scope: "worker" },
  ],
});

function start(name: string): Promise<Engine> {
  const engine = name === "firefox" ? name : "webkit";
  const program = programPath(engine);
  if (!program) throw new Error(`${engine} is not installed.`);
  return engine === "firefox" ? startFirefox(program) : startWebKit(program);
}

function visitorOf(engine: Engine, site: string): Visitor {
  const sees: Visitor["sees"] = (expected, task, ...args) =>
    expect.poll(() => engine.run(task, ...args), { intervals: [50] }).toEqual(expected);
  return {
    ...engine,
    sees,
    async sentCode(phone) {
      const outbox = await (await fetch(`${site}/sandbox/outbox`)).text();
      const row = new RegExp(`\\+91${phone}</td><td[^>]*>Your code is (\\d{6})`).exec(outbox);
      return String(row?.[1]);
    },
    async goto(path, motion = "still") {
      // What the last page was still fetching fails as it is left; that says nothing of the next one.
      await engine.goto(`${site}/robots.txt`);
      engine.complaints();
      await engine.run(remember, motion === "still" ? "on" : "off");
      await engine.goto(site + path);
      await sees(true, () => "hydrated" in document.documentElement.dataset);
    },
  };
}

function remember(motionPaused: string): void {
  localStorage.setItem("loaderShown", "true");
  localStorage.setItem("pause-motion", motionPaused);
}

export { expect } from "@playwright/test";
