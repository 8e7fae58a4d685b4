import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laneAt, marksAt, type FilmOverlay } from "~/lib/film-overlay";

const track = (keys: (number[] | null)[]) => ({ id: "car-1", class: "car", kind: "traffic", keys });
const film = (keys: (number[] | null)[]): FilmOverlay => ({
  fps: 24,
  frames: 100,
  tracks: [track(keys)],
});

describe("marksAt", () => {
  const moving = film([
    [10, 20, 40, 4, 8, 0.9],
    [20, 30, 20, 6, 8, 0.8],
    null,
    [60, 50, 50, 2, 2, 0.7],
    [70, 60, 50, 2, 2, 0.7],
  ]);

  it("gives a key's own place at its frame", () => {
    expect(marksAt(moving, 10)).toEqual([
      {
        ...{ id: "car-1", class: "car", kind: "traffic" },
        ...{ left: 20, top: 40, width: 4, height: 8, confidence: 0.9 },
      },
    ]);
  });

  it("moves in a straight line between keys, at fractions of a frame too", () => {
    expect(marksAt(moving, 12.5)).toMatchObject([{ left: 22.5, top: 35, width: 4.5, height: 8 }]);
  });

  it.each([0, 9.9, 20.1, 40, 59.9, 70.1, 99])(
    "shows nothing at frame %d, outside all runs",
    (at) => {
      expect(marksAt(moving, at)).toEqual([]);
    },
  );

  it("still shows the last key of a run", () => {
    expect(marksAt(moving, 20)).toMatchObject([{ left: 30 }]);
    expect(marksAt(moving, 70)).toMatchObject([{ left: 60 }]);
  });

  it("repeats with every loop", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: -3, max: 3 }),
        (frame, loops) => {
          expect(marksAt(moving, frame + loops * 100)).toEqual(marksAt(moving, frame));
        },
      ),
    );
  });
});

describe("laneAt", () => {
  const road: FilmOverlay = {
    ...film([]),
    lane: [
      { frame: 0, left: [[10, 90]], right: [[90, 90]] },
      { frame: 50, left: [[20, 80]], right: [[80, 80]] },
    ],
  };

  it("is undefined where there is no road", () => {
    expect(laneAt(film([]), 5)).toBeUndefined();
  });

  it("moves in a straight line between its rows", () => {
    expect(laneAt(road, 25)).toEqual({ left: [[15, 85]], right: [[85, 85]] });
  });

  it("moves from the last row back to the first", () => {
    expect(laneAt(road, 75)).toEqual({ left: [[15, 85]], right: [[85, 85]] });
    expect(laneAt(road, 100)).toEqual(laneAt(road, 0));
  });
});
