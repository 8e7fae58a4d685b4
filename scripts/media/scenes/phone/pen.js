/** Colours of the product's screen. */
export const WHITE = "#F3F0E7",
  AMBER = "#FFB81C",
  RADAR = "#5FD0C5",
  RED = "#FF6B57",
  GREY = "#A9AEB5";

export const mono = (px, w = 600) => `${w} ${px}px "Overpass Mono"`;
export const sans = (px, w = 800) => `${w} ${px}px Overpass`;

/** Writing and brackets on a canvas. */
export function createPen(x) {
  const text = (t, X, Y, font, col, align = "left") => {
    x.font = font;
    x.fillStyle = col;
    x.textAlign = align;
    x.fillText(t, X, Y);
  };
  const brackets = (l, t, w, h, col) => {
    const k = Math.min(14, w * 0.3, h * 0.3);
    x.strokeStyle = col;
    x.lineWidth = 2;
    x.beginPath();
    for (const [X, Y, sx, sy] of [
      [l, t, 1, 1],
      [l + w, t, -1, 1],
      [l, t + h, 1, -1],
      [l + w, t + h, -1, -1],
    ]) {
      x.moveTo(X + sx * k, Y);
      x.lineTo(X, Y);
      x.lineTo(X, Y + sy * k);
    }
    x.stroke();
  };
  return { text, brackets };
}
