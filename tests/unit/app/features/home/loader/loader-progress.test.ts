import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNT_CAP, countAfter } from "~/features/home/use-count-up";
import { deckOffset, deckPosition } from "~/features/home/deck-position";
import {
  advance,
  statusMessage,
  statusWord,
  tickDelay,
} from "~/features/home/loader/loader-progress";
import { FLIGHT, particles } from "~/features/home/loader/particle-field";

const chance = fc.double({ min: 0, max: 1, noNaN: true });

describe("loader", () => {
  it.each([
    [0, "INITIALIZING"],
    [29.9, "INITIALIZING"],
    [30, "LOADING"],
    [59.9, "LOADING"],
    [60, "PROCESSING"],
    [80, "FINALIZING"],
    [99.9, "FINALIZING"],
    [100, "COMPLETE"],
  ])("at %d says %s", (progress, word) => {
    expect(statusWord(progress)).toBe(word);
  });

  it.each([
    [0, "Loading system components..."],
    [15, "Establishing neural networks..."],
    [30, "Calibrating quantum processors..."],
    [50, "Syncing temporal matrices..."],
    [70, "Initializing holographic display..."],
    [90, "Loading complete. Welcome to the Pulse."],
    [100, "Loading complete. Welcome to the Pulse."],
  ])("at %d tells %s", (progress, message) => {
    expect(statusMessage(progress, "Pulse")).toBe(message);
  });

  it("rises by 0.8 to 3.3 every 120 to 200 ms and never beyond 100", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), chance, (progress, luck) => {
        const next = advance(progress, luck);
        expect(next).toBeLessThanOrEqual(100);
        if (next < 100) {
          expect(next - progress).toBeGreaterThanOrEqual(0.8 - 1e-9);
          expect(next - progress).toBeLessThanOrEqual(3.3 + 1e-9);
        }
        expect(tickDelay(luck)).toBeGreaterThanOrEqual(120);
        expect(tickDelay(luck)).toBeLessThanOrEqual(200);
      }),
    );
  });

  it("spreads its particles over the whole flight", () => {
    const leads = particles(50).map(({ lead }) => lead);
    expect(new Set(leads).size).toBe(50);
    expect(Math.max(...leads)).toBeLessThan(FLIGHT);
    expect(Math.max(...leads) - Math.min(...leads)).toBeGreaterThan(FLIGHT * 0.9);
  });
});

describe("counter", () => {
  it("goes from 0 to 96 in 100 ticks of 15 ms without a step back", () => {
    const counts = Array.from({ length: 101 }, (_, tick) => countAfter(tick));
    expect(counts[0]).toBe(0);
    expect(counts[99]).toBeLessThan(COUNT_CAP);
    expect(counts[100]).toBe(COUNT_CAP);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(countAfter(1000)).toBe(COUNT_CAP);
  });
});

describe("solutions deck", () => {
  it("lays the neighbours 400 px away at 0.8, the next 50 px lower at 0.7, and hides the rest", () => {
    expect(deckPosition(0, 400)).toMatchObject({ x: 0, y: 0, scale: 1, zIndex: 3 });
    expect(deckPosition(1, 400)).toMatchObject({ x: 400, y: 0, scale: 0.8 });
    expect(deckPosition(-1, 400)).toMatchObject({ x: -400, y: 0, scale: 0.8 });
    expect(deckPosition(2, 400)).toMatchObject({ y: 50, scale: 0.7, opacity: 1 });
    expect(deckPosition(3, 400)).toMatchObject({ opacity: 0 });
  });

  it("has exactly one card in the centre, whatever the index", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (count, index) => {
        const current = index % count;
        const offsets = Array.from({ length: count }, (_, card) =>
          deckOffset(card, current, count),
        );
        expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
        expect(offsets[current]).toBe(0);
        expect(new Set(offsets).size).toBe(count);
        expect(Math.max(...offsets.map(Math.abs))).toBeLessThanOrEqual(count / 2);
      }),
    );
  });
});
