import { canvas } from "../../shared/canvas.js";
import { texture } from "../../shared/webgl.js";

/** Panels for the gantry (arrows only) and a warning diamond. 1024 x 256: three panels and the diamond. */
export function signFaces() {
  const c = canvas(1024, 256),
    x = c.getContext("2d");
  const panel = (ox, col, draw) => {
    x.save();
    x.translate(ox, 0);
    x.fillStyle = col;
    x.beginPath();
    x.roundRect(3, 3, 250, 250, 22);
    x.fill();
    x.strokeStyle = "#fff";
    x.lineWidth = 7;
    x.beginPath();
    x.roundRect(12, 12, 232, 232, 16);
    x.stroke();
    x.fillStyle = x.strokeStyle = "#fff";
    draw();
    x.restore();
  };
  const down = (X, Y, s) => {
    x.beginPath();
    x.moveTo(X - 8 * s, Y - 30 * s);
    x.lineTo(X + 8 * s, Y - 30 * s);
    x.lineTo(X + 8 * s, Y);
    x.lineTo(X + 28 * s, Y);
    x.lineTo(X, Y + 30 * s);
    x.lineTo(X - 28 * s, Y);
    x.lineTo(X - 8 * s, Y);
    x.fill();
  };
  const up = (X, Y, s) => {
    x.save();
    x.translate(X, Y);
    x.rotate(Math.PI);
    down(0, 0, s);
    x.restore();
  };
  const G = "#00774c";
  panel(0, G, () => down(128, 128, 2.1));
  panel(256, G, () => {
    up(92, 128, 1.9);
    x.lineWidth = 30;
    x.beginPath();
    x.moveTo(150, 190);
    x.bezierCurveTo(150, 130, 160, 110, 190, 96);
    x.stroke();
    x.beginPath();
    x.moveTo(178, 60);
    x.lineTo(228, 84);
    x.lineTo(186, 124);
    x.fill();
  });
  panel(512, G, () => down(128, 128, 2.1));
  x.save();
  x.translate(896, 128);
  x.rotate(Math.PI / 4);
  x.fillStyle = "#FFB81C";
  x.beginPath();
  x.roundRect(-86, -86, 172, 172, 14);
  x.fill();
  x.strokeStyle = "#17140c";
  x.lineWidth = 7;
  x.beginPath();
  x.roundRect(-76, -76, 152, 152, 9);
  x.stroke();
  x.rotate(-Math.PI / 4);
  x.lineWidth = 20;
  x.beginPath();
  x.moveTo(-22, 62);
  x.bezierCurveTo(-22, 10, 24, 20, 22, -26);
  x.stroke();
  x.fillStyle = "#17140c";
  x.beginPath();
  x.moveTo(-10, -22);
  x.lineTo(22, -66);
  x.lineTo(54, -22);
  x.fill();
  x.restore();
  return texture(c, { srgb: true, aniso: 4 });
}
