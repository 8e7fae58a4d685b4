import type { Browser } from "@playwright/test";

/** How long a renderer works and is stopped by turns, in milliseconds: a quarter of the time is left to it. */
const WORKS = 10;
const STOPPED = 30;

/** How often new renderers are looked for, in milliseconds. */
const LOOK = 200;

/**
 * Slows the scripts and the drawing of a browser's pages down to a quarter, for `npm run test:shake`, by stopping their
 * processes again and again. The throttling of the DevTools protocol spins instead, also in pages that only wait, and
 * takes the processor from everything else.
 *
 * @returns what ends it; to be called before the browser is closed
 */
export async function slowDown(browser: Browser): Promise<() => void> {
  const session = await browser.newBrowserCDPSession();
  const renderers = new Set<number>();

  async function look() {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    renderers.clear();
    for (const { type, id } of processInfo) if (type === "renderer") renderers.add(id);
  }

  function tell(signal: "SIGSTOP" | "SIGCONT") {
    for (const id of renderers) {
      try {
        process.kill(id, signal);
      } catch {
        renderers.delete(id); // it has ended
      }
    }
  }

  let timer: NodeJS.Timeout;
  function work() {
    tell("SIGCONT");
    timer = setTimeout(stop, WORKS);
  }
  function stop() {
    tell("SIGSTOP");
    timer = setTimeout(work, STOPPED);
  }
  await look();
  const looking = setInterval(() => void look().catch(() => clearInterval(looking)), LOOK);
  work();
  return () => {
    clearInterval(looking);
    clearTimeout(timer);
    tell("SIGCONT");
  };
}
