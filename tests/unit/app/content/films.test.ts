import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { films } from "~/content/films";
import { marksAt, type FilmOverlay } from "~/lib/film-overlay";
import { FILM_RATE, type FilmPicture, type FilmSource } from "~/ui/film/film-source";

const LARGEST_FILM = 1_500_000;
const LARGEST_POSTER = 200_000;

const sources: FilmSource[] = Object.values(films);
const pictures: FilmPicture[] = sources.flatMap((film) => [film, film.portrait ?? []].flat());
const media = (file: string) => `public/media/${file}`;

describe.each(pictures)("film $name", (picture) => {
  it.each(["webm", "mp4"])("exists as %s and fits", (type) => {
    const { size } = statSync(media(`${picture.name}.${type}`));
    expect(size).toBeGreaterThan(100_000);
    expect(size).toBeLessThanOrEqual(LARGEST_FILM);
  });

  it.each(["avif", "webp"])("has a poster as %s", (type) => {
    const { size } = statSync(media(`${picture.name}.${type}`));
    expect(size).toBeLessThanOrEqual(LARGEST_POSTER);
  });

  it("lasts 6 to 12 seconds", () => {
    expect(picture.frames / FILM_RATE).toBeGreaterThanOrEqual(6);
    expect(picture.frames / FILM_RATE).toBeLessThanOrEqual(12);
  });

  it("has an overlay exactly if something is marked on its poster", () => {
    expect(existsSync(media(`${picture.name}.overlay.json`))).toBe(picture.marked !== undefined);
  });
});

const marked = pictures.filter(({ marked }) => marked);

describe.each(marked)("overlay of $name", (picture) => {
  const overlay = JSON.parse(
    readFileSync(media(`${picture.name}.overlay.json`), "utf8"),
  ) as FilmOverlay;

  it("belongs to this film", () => {
    expect(overlay).toMatchObject({ fps: FILM_RATE, frames: picture.frames });
  });

  it("has rows of frame, box and confidence, in order, inside the loop", () => {
    for (const { keys } of overlay.tracks) {
      const rows = keys.filter((key) => key !== null);
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) {
        expect(row).toHaveLength(6);
        expect(row.every(Number.isFinite)).toBe(true);
      }
      const frames = rows.map(([frame = NaN]) => frame);
      expect(frames).toEqual([...frames].sort((a, b) => a - b));
      expect(Math.min(...frames)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...frames)).toBeLessThanOrEqual(picture.frames);
    }
  });

  it("is what the poster shows, as the server draws it", () => {
    const drawn = picture.marked?.marks ?? [];
    const sampled = marksAt(overlay, picture.posterFrame);
    expect(drawn.map(({ id }) => id)).toEqual(sampled.map(({ id }) => id));
    for (const [i, mark] of sampled.entries()) {
      expect(drawn[i]?.left).toBeCloseTo(mark.left, 1);
      expect(drawn[i]?.width).toBeCloseTo(mark.width, 1);
    }
  });

  it("names only tracks it has where it places labels", () => {
    const ids = overlay.tracks.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(picture.labelSides ?? {})));
  });
});

describe("media folder", () => {
  it("holds nothing that no page's film needs", () => {
    const needed = new Set(pictures.map(({ name }) => name));
    const names = readdirSync("public/media").map((file) => file.split(".")[0] ?? file);
    expect(names.filter((name) => !needed.has(name))).toEqual([]);
  });
});
