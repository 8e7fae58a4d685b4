import fc from "fast-check";
import { expect, it } from "vitest";
import {
  advance,
  statusMessage,
  statusWord,
  tickDelay,
} from "~/features/home/loader/loader-progress";

const fraction = fc.double({ min: 0, max: 1, noNaN: true });

it.each([
  [0, "INITIALIZING", "Loading system components..."],
  [15, "INITIALIZING", "Establishing neural networks..."],
  [29.9, "INITIALIZING", "Establishing neural networks..."],
  [30, "LOADING", "Calibrating quantum processors..."],
  [50, "LOADING", "Syncing temporal matrices..."],
  [60, "PROCESSING", "Syncing temporal matrices..."],
  [70, "PROCESSING", "Initializing holographic display..."],
  [80, "FINALIZING", "Initializing holographic display..."],
  [90, "FINALIZING", "Loading complete. Welcome to the Pulse."],
  [100, "COMPLETE", "Loading complete. Welcome to the Pulse."],
])("the loader at %d %% shows '%s' and '%s'", (progress, word, message) => {
  expect(statusWord(progress)).toBe(word);
  expect(statusMessage(progress, "Pulse")).toBe(message);
});

it("the loader's progress rises by 0.8 to 3.3 every 120 to 200 ms and never exceeds 100", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), fraction, (progress, random) => {
      const next = advance(progress, random);
      expect(next).toBeLessThanOrEqual(100);
      if (next < 100) {
        expect(next - progress).toBeGreaterThanOrEqual(0.8 - 1e-9);
        expect(next - progress).toBeLessThanOrEqual(3.3 + 1e-9);
      }
      expect(tickDelay(random)).toBeGreaterThanOrEqual(120);
      expect(tickDelay(random)).toBeLessThanOrEqual(200);
    }),
  );
});
