import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import { loaderMessages, loaderWords } from "~/content/loader";
import { advance, OPEN_ON_FIRST_VISIT, textAt, tickDelay } from "~/features/home/loader/loader";

/** What the inline script finds in a browser on a first visit. */
const FIRST_VISIT = {
  dataset: { motion: "moving" } as Record<string, string>,
  cookie: "",
  prerendering: false,
  reducedMotion: false,
  paints: [] as string[],
  /** Null where the browser stores nothing. */
  stored: {} as Record<string, string> | null,
};

/** Runs the inline script. @returns what happens to the loader, and what is stored then */
function visit(browser: Partial<typeof FIRST_VISIT>) {
  const { dataset, reducedMotion, paints, ...rest } = { ...FIRST_VISIT, ...browser };
  const { cookie, prerendering } = rest;
  const stored = rest.stored && { ...rest.stored };
  const happened: string[] = [];
  let onClose = () => {};
  const dialog = {
    showModal: () => happened.push("opens"),
    addEventListener: (_: "close", listener: () => void) => (onClose = listener),
    close: () => onClose(),
  };
  const documentElement = { dataset };
  runInNewContext(OPEN_ON_FIRST_VISIT, {
    document: { documentElement, cookie, prerendering, getElementById: () => dialog },
    matchMedia: () => ({ matches: reducedMotion }),
    performance: { getEntriesByType: () => paints },
    localStorage: stored && {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => (stored[key] = value),
      removeItem: (key: string) => delete stored[key],
    },
    setTimeout(run: () => void, ms: number) {
      happened.push(`closes after ${ms} ms`);
      run();
    },
  });
  return { happened, stored };
}

it("the loader opens on a first visit, and ends by itself after ten seconds, once for all", () => {
  const happened = ["opens", "closes after 10000 ms"];
  expect(visit({})).toEqual({ happened, stored: { loaderShown: "true" } });
});

const unwanted: [when: string, browser: Partial<typeof FIRST_VISIT>][] = [
  ["it was shown before", { stored: { loaderShown: "true" } }],
  ["motion is paused", { dataset: { motion: "paused" } }],
  ["the system reduces motion", { reducedMotion: true }],
  ["data is saved", { dataset: { motion: "moving", saveData: "" } }],
  ["the page is rendered ahead", { prerendering: true }],
  ["the page was painted before the script came", { paints: ["first-paint"] }],
  ["an account was just deleted", { cookie: "a=b; __Host-loader=off" }],
  ["the browser stores nothing", { stored: null }],
];

it.each(unwanted)("no loader opens where %s, and nothing is stored", (_, browser) => {
  const { stored = {} } = browser;
  expect(visit(browser)).toEqual({ happened: [], stored });
});

it.each([
  [0, "INITIALIZING", "Loading system components..."],
  [15, "INITIALIZING", "Establishing neural networks..."],
  [29.9, "INITIALIZING", "Establishing neural networks..."],
  [30, "LOADING", "Calibrating quantum processors..."],
  [50, "LOADING", "Syncing temporal matrices..."],
  [60, "PROCESSING", "Syncing temporal matrices..."],
  [70, "PROCESSING", "Initializing holographic display..."],
  [80, "FINALIZING", "Initializing holographic display..."],
  [90, "FINALIZING", "Loading complete. Welcome to the {product}."],
  [100, "COMPLETE", "Loading complete. Welcome to the {product}."],
])("the loader at %d %% shows '%s' and '%s'", (progress, word, message) => {
  expect(textAt(progress, loaderWords)).toBe(word);
  expect(textAt(progress, loaderMessages)).toBe(message);
});

it("the loader's progress rises by 0.8 to 3.3 every 120 to 200 ms and never exceeds 100", () => {
  for (const random of [0, 0.5, 0.999]) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    expect(advance(10)).toBeGreaterThanOrEqual(10.8);
    expect(advance(10)).toBeLessThanOrEqual(13.3);
    expect(advance(99.9)).toBe(100);
    expect(tickDelay()).toBeGreaterThanOrEqual(120);
    expect(tickDelay()).toBeLessThanOrEqual(200);
  }
});
