import { parseArgs } from "node:util";
import { renderBrandPictures } from "./brand-pictures.js";
import { FILMS } from "./films.js";
import { PICTURE_SETS, renderPictures, picturesUpToDate } from "./pictures.js";
import { isUpToDate, previewFilm, renderFilm, stillsOf } from "./render-film.js";

/** Icons and share pictures, which are drawn anew each time. */
const BRAND = "brand";

const HELP = `Renders the site's films and pictures from scripts/media/scenes.

  npm run media                       whatever is out of date
  npm run media -- NAME…              only these films or picture sets, or all "films" or "pictures"
  npm run media -- --again NAME…      also what is up to date
  npm run media -- --preview NAME…    every fourth frame, into .cache/media/preview
  npm run media -- --still=0,60 NAME… single frames, into .cache/media/stills

Films: ${FILMS.map(({ name }) => name).join(", ")}
Picture sets: ${PICTURE_SETS.map(({ name }) => name).join(", ")}, ${BRAND}

Needs Chromium (CHROMIUM_PATH) and ffmpeg (FFMPEG_PATH); on Debian, root gets both installed. A film takes one to ten minutes; a run that was stopped goes on where it stopped.`;

/** @param {string[]} args */
async function renderMedia(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      again: { type: "boolean" },
      preview: { type: "boolean" },
      still: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  const unknown = positionals.filter((name) => !KNOWN.has(name));
  if (values.help || unknown.length > 0) {
    if (unknown.length > 0) process.exitCode = 1;
    console.log(unknown.length > 0 ? `Not known: ${unknown.join(", ")}\n\n${HELP}` : HELP);
    return;
  }

  /** @param {string} group @param {string} name */
  const wanted = (group, name) =>
    positionals.length === 0 || positionals.includes(group) || positionals.includes(name);
  const films = FILMS.filter(({ name }) => wanted("films", name));

  if (values.preview) {
    for (const film of films) console.log(`${film.name}: ${await previewFilm(film)}`);
  } else if (values.still) {
    const frames = values.still.split(",").map(Number);
    for (const film of films) console.log(`${film.name}: ${await stillsOf(film, frames)}`);
  } else {
    for (const film of films) {
      if (isUpToDate(film) && !values.again) console.log(`${film.name}: up to date`);
      else await renderFilm(film);
    }
    for (const set of PICTURE_SETS.filter(({ name }) => wanted("pictures", name))) {
      if (picturesUpToDate(set) && !values.again) console.log(`${set.name}: up to date`);
      else await renderPictures(set);
    }
    if (wanted("pictures", BRAND)) await renderBrandPictures();
  }
}

const KNOWN = new Set([
  "films",
  "pictures",
  BRAND,
  ...[...FILMS, ...PICTURE_SETS].map(({ name }) => name),
]);

await renderMedia(process.argv.slice(2));
