import { expect } from "@playwright/test";

/** What a journey is done with: one window of a browser, driven in whatever way that browser knows. */
export interface Engine {
  /** Opens an address and waits for its load event. */
  goto(url: string): Promise<void>;
  /** Runs a function in the page; it sees nothing but its arguments, which are JSON. */
  run<Args extends unknown[], Result>(
    task: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** Waits for an element and clicks its middle, as a hand does. */
  click(target: Target): Promise<void>;
  /** Types into a field, as soon as it is there. */
  type(target: Target, text: string): Promise<void>;
  press(key: "Escape" | "Tab"): Promise<void>;
  /** Makes the page's window that large, without the browser's own bars. */
  resize(width: number, height: number): Promise<void>;
  /** What the window shows, as PNG. */
  screenshot(): Promise<Buffer>;
  /** Errors of scripts and of the console since the last look, as far as the browser tells them. */
  complaints(): string[];
  close(): Promise<void>;
}

/** The first visible element that fits a CSS selector and, where given, is called that. */
export interface Target {
  css: string;
  name?: string;
}

/** Looks for a target until it is there: scripts may be about to make it. */
export async function eventually<Found>(
  target: Target,
  look: () => Promise<Found | null>,
): Promise<Found> {
  let found: Found | null = null;
  await expect(async () => {
    found = await look();
    expect(found, `what is ${JSON.stringify(target)}`).not.toBeNull();
  }).toPass({ intervals: [50], timeout: 15_000 });
  if (found === null) throw new Error("not found, and passed over");
  return found;
}

/** Finds a target and brings it into the window; null while a hand could not reach it. Runs in the page. */
export function find({ css, name }: Target): Element | null {
  const found = [...document.querySelectorAll(css)].find((element) => {
    const called = element.getAttribute("aria-label") ?? element.textContent.trim();
    return element.checkVisibility() && (name === undefined || called === name);
  });
  if (!found) return null;
  const moves = document.getAnimations().some(({ effect, playState }) => {
    const moved = effect instanceof KeyframeEffect && effect.target?.contains(found);
    const ends = Number.isFinite(effect?.getComputedTiming().endTime);
    return moved && ends && playState === "running";
  });
  if (moves) return null;
  // At once, whatever the page's own scrolling.
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = found.getBoundingClientRect();
  const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
  return found.contains(onTop) ? found : null;
}
