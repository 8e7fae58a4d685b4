import { test as base, expect } from "@playwright/test";
import { programPath } from "../support/program-path";
import type { Engine } from "./engine";
import { startFirefox } from "./firefox";
import { startWebKit } from "./webkit";

const START = { firefox: startFirefox, webkit: startWebKit };

/** Playwright's `test` with a visitor in the project's engine; one visitor per worker. */
export const test = base.extend<object, { visitor: ReturnType<typeof visitorOf> }>({
  visitor: [
    async ({}, use, { project }) => {
      const name = project.name === "firefox" ? "firefox" : "webkit";
      const engine = await START[name](String(programPath(name)));
      await use(visitorOf(engine, String(process.env.ENGINES_SITE)));
      await engine.close();
    },
    { scope: "worker" },
  ],
});

/** A visitor with their own window, who has already seen the loader. */
function visitorOf(engine: Engine, site: string) {
  /** Runs a function in the page; the function can use only its arguments, which are JSON. */
  const run = <Args extends unknown[], Result>(task: (...args: Args) => Result, ...args: Args) =>
    engine.evaluate(`(${String(task)})(...${JSON.stringify(args)})`) as Promise<Result>;
  /** Waits until a function that runs in the page returns the expected value. */
  const sees = <Args extends unknown[]>(
    expected: unknown,
    task: (...args: Args) => unknown,
    ...args: Args
  ) => expect.poll(() => run(task, ...args), { intervals: [50] }).toEqual(expected);
  return {
    ...engine,
    run,
    sees,
    /** Opens a page and waits until it is hydrated. Motion is paused by default, which costs less CPU. */
    async goto(path: string, motion: "still" | "moving" = "still") {
      // Leaving a page aborts its open requests; those errors must not count for the next page.
      await engine.goto(`${site}/robots.txt`);
      engine.complaints();
      await run(
        (motionPaused) => {
          localStorage.setItem("loaderShown", "true");
          localStorage.setItem("pause-motion", motionPaused);
        },
        motion === "still" ? "on" : "off",
      );
      await engine.goto(site + path);
      // At once for documents without scripts.
      await sees(true, () =>
        document.documentElement.matches("[data-hydrated], :not(:has(link[rel=modulepreload]))"),
      );
    },
    /** The latest code that the sandbox sent to a number. */
    async sentCode(phone: string) {
      const outbox = await (await fetch(`${site}/sandbox/outbox`)).text();
      const row = new RegExp(`\\+91${phone}</td><td[^>]*>Your code is (\\d{6})`).exec(outbox);
      return String(row?.[1]);
    },
  };
}

export { expect } from "@playwright/test";
