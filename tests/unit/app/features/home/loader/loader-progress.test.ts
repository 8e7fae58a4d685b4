import { expect, it, vi } from "vitest";
import { loaderMessages, loaderWords } from "~/content/loader";
import { advance, textAt, tickDelay } from "~/features/home/loader/loader";

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
