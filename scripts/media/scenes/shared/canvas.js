/** An empty canvas. */
export function canvas(w, h) {
  const c = document.createElement("canvas");
  c.width = w;
  c.height = h;
  return c;
}

/** A canvas's RGBA bytes, top row first. */
export const bytesOf = (c) =>
  new Uint8Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer);

/** The other way round: a canvas from RGBA bytes. */
export const imageOf = (px, w, h) => {
  const c = canvas(w, h);
  c.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(px.buffer), w, h), 0, 0);
  return c;
};
