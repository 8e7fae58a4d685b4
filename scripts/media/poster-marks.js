import { transformSync } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { MEDIA, PROJECT } from "./folders.js";

/**
 * Writes what is marked on every poster into the page's content, so that the server can draw it
 * without reading whole overlays.
 *
 * @param {readonly { name: string, poster: number }[]} films the films and their poster frames
 */
export async function writePosterMarks(films) {
  const { laneAt, marksAt } = await overlaySampling();
  const marks = Object.fromEntries(
    films.flatMap(({ name, poster }) => {
      const overlay = readOverlay(name);
      if (!overlay) return [];
      return [[name, { marks: marksAt(overlay, poster), lane: laneAt(overlay, poster) }]];
    }),
  );
  const file = new URL("app/content/film-poster-marks.json", PROJECT);
  writeFileSync(file, `${JSON.stringify(marks, rounded, 2)}\n`);
}

/** The page's own rule for reading overlays; Node 20 does not read TypeScript by itself. */
async function overlaySampling() {
  const source = readFileSync(new URL("app/lib/film-overlay.ts", PROJECT), "utf8");
  const { code } = transformSync(source, { loader: "ts" });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** @param {string} name */
function readOverlay(name) {
  try {
    return JSON.parse(readFileSync(new URL(`${name}.overlay.json`, MEDIA), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * @param {string} _key
 * @param {unknown} value
 */
const rounded = (_key, value) => (typeof value === "number" ? Number(value.toFixed(2)) : value);
