import { AMBER, createPen, mono, RADAR, WHITE } from "../phone/pen.js";
import { clamp } from "./numbers.js";

/** Behind a mark's name, so that it can be read on any picture. */
const SCRIM = "rgb(5 6 7 / 0.78)";

/**
 * Draws what the machine sees over a picture: the own lane, and brackets around things with their names.
 *
 * @param {OffscreenCanvasRenderingContext2D} x
 * @param {{ width: number, height: number }} film pixels
 * @param {object} seen all places in percent of the picture:
 *   `marks`, each with its `rect` (left, top, width, height), `hazard`, and maybe a `name`, which stands above it or
 *   `under` it; `lane`, maybe, its `left` and `right` edge from near to far; `unit`, how many pixels of the film are
 *   one of the page where the film is shown smallest
 */
export function drawMarks(x, { width, height }, { marks, lane, unit }) {
  const { text, brackets } = createPen(x);
  const at = ([left, top]) => [(left * width) / 100, (top * height) / 100];

  if (lane) drawLane();
  for (const { rect, name, hazard = false, under = false } of marks) {
    const [l, t] = at(rect);
    const [w, h] = at(rect.slice(2));
    const out = 4 * unit;
    const colour = hazard ? AMBER : WHITE;
    brackets(l - out, t - out, w + 2 * out, h + 2 * out, colour);
    if (name) drawName(name, l - out, under ? t + h + 8 * unit : t - 27 * unit, colour);
  }

  function drawName(name, left, top, colour) {
    const font = mono(12 * unit);
    x.font = font;
    x.fillStyle = SCRIM;
    const room = x.measureText(name).width + 10 * unit;
    const start = clamp(left, 0, width - room);
    x.fillRect(start, top, room, 19 * unit);
    text(name, start + 5 * unit, top + 13.5 * unit, font, colour);
  }

  function drawLane() {
    const line = (points, colour, alpha = 1, dash = []) => {
      x.strokeStyle = colour;
      x.globalAlpha = alpha;
      x.lineWidth = 1.2 * unit;
      x.setLineDash(dash);
      x.beginPath();
      for (const point of points) x.lineTo(...at(point));
      x.stroke();
      x.setLineDash([]);
      x.globalAlpha = 1;
    };
    const { left, right } = lane;
    for (const edge of [left, right]) line(edge, RADAR);
    left.forEach((point, i) => line([point, right[i]], RADAR, 0.55));
    const middle = left.map(([a, b], i) => [(a + right[i][0]) / 2, (b + right[i][1]) / 2]);
    line(middle, AMBER, 1, [10 * unit, 8 * unit]);
  }
}
