import { drawMarks } from "./shared/marks.js";

/** What the renderer talks to: opens one scene and sends its pictures back as PNG. */
window.stage = { open, sendFrame, sendPictures };

let film;
let scene;

/**
 * @param {object} wanted the film's facts; its scene module exports a function that takes them and
 *   returns `draw(frame)`, the picture's RGBA bytes from the top row on, and maybe `seen(frame)`, what is
 *   marked in it
 */
async function open(wanted) {
  await loadFonts();
  film = wanted;
  const { default: openScene } = await import(`./${film.scene ?? film.name}.js`);
  scene = await openScene(film);
}

/** Draws one frame and sends it as /frames/{number, four digits}.png. */
async function sendFrame(frame) {
  const { width, height } = film;
  const bytes = await scene.draw(frame);
  const canvas = new OffscreenCanvas(width, height);
  const opaque = bytes.map((value, i) => (i % 4 === 3 ? 255 : value));
  const context = canvas.getContext("2d");
  context.putImageData(
    new ImageData(new Uint8ClampedArray(opaque.buffer), width, height),
    0,
    0,
  );
  if (scene.seen) drawMarks(context, film, scene.seen(frame));
  await send(`${String(frame).padStart(4, "0")}.png`, canvas);
}

/** Sends everything that a scene of still pictures has drawn. */
async function sendPictures() {
  for (const [name, canvas] of Object.entries(scene.pictures)) await send(`${name}.png`, canvas);
}

async function send(name, canvas) {
  const body = canvas.convertToBlob
    ? await canvas.convertToBlob({ type: "image/png" })
    : await new Promise((made) => canvas.toBlob(made, "image/png"));
  const response = await fetch(`/frames/${name}`, { method: "POST", body });
  if (!response.ok) throw new Error(await response.text());
}

/** Scout's screen and the objects' labels carry words in the product's own letters. */
async function loadFonts() {
  const faces = [
    new FontFace("Overpass", "url(/fonts/overpass.woff2)", { weight: "100 900" }),
    new FontFace("Overpass Mono", "url(/fonts/overpass-mono.woff2)", { weight: "300 700" }),
  ];
  for (const face of faces) document.fonts.add(await face.load());
}
