/**
 * Where things are in a film's picture, frame by frame, as `npm run media` writes it beside the film.
 * All places are percent of the picture, so they stay right at any size and crop.
 */
export interface FilmOverlay {
  fps: number;
  /** Length of the loop; frame `frames` is frame 0 again. */
  frames: number;
  tracks: OverlayTrack[];
  /** The own lane's edges from near to far at some frames; road films only. */
  lane?: LaneRow[] | undefined;
}

/** One thing followed through the film. */
export interface OverlayTrack {
  id: string;
  class: string;
  /** `traffic`, `hazard` or `callout` (a named point of an object, without a box). */
  kind: string;
  /** Rows of frame, left, top, width, height, confidence; null ends a run. Linear in between. */
  keys: (number[] | null)[];
}

export interface LaneRow extends Lane {
  frame: number;
}

/** Both edges of the own lane, each a list of [left, top] from near to far. */
export interface Lane {
  left: number[][];
  right: number[][];
}

/** One thing at one moment. */
export interface Mark {
  id: string;
  class: string;
  kind: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** 0 to 1. */
  confidence: number;
}

/**
 * What is marked at a moment.
 *
 * @param frame counted from the film's start, fractions allowed; wraps around at the loop's end
 */
export function marksAt(overlay: FilmOverlay, frame: number): Mark[] {
  const wrapped = wrap(frame, overlay.frames);
  return overlay.tracks.flatMap(({ keys, ...track }) => {
    const row = rowAt(keys, wrapped);
    if (!row) return [];
    const [left = 0, top = 0, width = 0, height = 0, confidence = 1] = row;
    return [{ ...track, left, top, width, height, confidence }];
  });
}

/** The own lane at a moment; undefined where the film has no road. Wraps around like `marksAt`. */
export function laneAt(overlay: FilmOverlay, frame: number): Lane | undefined {
  const rows = overlay.lane;
  const first = rows?.[0];
  if (!rows || !first) return undefined;
  const wrapped = wrap(frame, overlay.frames);
  const before = rows.findLast((row) => row.frame <= wrapped) ?? first;
  const after = rows.find((row) => row.frame > wrapped) ?? { ...first, frame: overlay.frames };
  const part = (wrapped - before.frame) / (after.frame - before.frame);
  return {
    left: between(before.left, after.left, part),
    right: between(before.right, after.right, part),
  };
}

const wrap = (frame: number, frames: number) => ((frame % frames) + frames) % frames;

const mix = (a: number[], b: number[], part: number) =>
  a.map((value, i) => value + ((b[i] ?? value) - value) * part);

const between = (a: number[][], b: number[][], part: number) =>
  a.map((point, i) => mix(point, b[i] ?? point, part));

/** A track's place at a frame without the frame number; undefined while the thing is not there. */
function rowAt(keys: OverlayTrack["keys"], frame: number): number[] | undefined {
  const index = keys.findLastIndex((key) => key !== null && (key[0] ?? 0) <= frame);
  const [start = 0, ...from] = keys[index] ?? [];
  if (index < 0) return undefined;
  if (start === frame) return from;
  const [end = 0, ...to] = keys[index + 1] ?? [];
  return to.length ? mix(from, to, (frame - start) / (end - start)) : undefined;
}
