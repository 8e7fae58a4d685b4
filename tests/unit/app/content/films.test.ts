import { readdirSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { films } from "~/content/films";
import type { FilmSource } from "~/ui/film";

const sources: FilmSource[] = Object.values(films);
const names = sources.flatMap(({ name, portrait }) => (portrait ? [name, portrait] : [name]));

it.each(names)("%s has two films up to 1.5 MB and two posters up to 200 KB", (name) => {
  const sizes = (...types: string[]) =>
    types.map((type) => statSync(`public/media/${name}.${type}`).size);
  expect(Math.max(...sizes("webm", "mp4"))).toBeLessThanOrEqual(1_500_000);
  expect(Math.max(...sizes("avif", "webp"))).toBeLessThanOrEqual(200_000);
});

it("the media folder contains only files of films that pages use", () => {
  const needed = names.flatMap((name) =>
    ["avif", "mp4", "webm", "webp"].map((type) => `${name}.${type}`),
  );
  expect(readdirSync("public/media").toSorted()).toEqual(needed.toSorted());
});
