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
  it("has both films and both posters, none too heavy", () => {
    const sizes = (...types: string[]) =>
      types.map((type) => statSync(media(`${picture.name}.${type}`)).size);
    expect(Math.max(...sizes("webm", "mp4"))).toBeLessThanOrEqual(LARGEST_FILM);
    expect(Math.max(...sizes("avif", "webp"))).toBeLessThanOrEqual(LARGEST_POSTER);
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

  it("is what the poster shows, as the server draws it", () => {
    const drawn = picture.marked?.marks ?? [];
    const sampled = marksAt(overlay, picture.posterFrame);
    expect(drawn.map(({ id }) => id)).toEqual(sampled.map(({ id }) => id));
    for (const [i, mark] of sampled.entries()) {
      expect(drawn[i]?.left).toBeCloseTo(mark.left, 1);
      expect(drawn[i]?.width).toBeCloseTo(mark.width, 1);
    }
  });

  it("has every track for which a label is placed", () => {
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
