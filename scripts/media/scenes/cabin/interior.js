import { canvas } from "../shared/canvas.js";
import { tileNoise } from "../shared/random.js";

/**
 * The inside of the car, painted once.
 *
 * @returns `dark`: dashboard, pillar, roof and mirror; `rim`: where light would catch on them
 */
export function paintInterior(width, height) {
  const dark = canvas(width, height),
    rim = canvas(width, height);
  const d = dark.getContext("2d"),
    q = rim.getContext("2d"),
    n = tileNoise(4, 64);
  const dash = (k) => {
    k.beginPath();
    k.moveTo(-10, 560);
    k.bezierCurveTo(150, 520, 330, 512, 470, 548);
    k.bezierCurveTo(640, 582, 900, 574, 1290, 596);
    k.lineTo(1290, 730);
    k.lineTo(-10, 730);
    k.closePath();
  };
  d.filter = "blur(2.4px)";
  const g = d.createLinearGradient(0, 520, 0, 720);
  g.addColorStop(0, "#08090a");
  g.addColorStop(0.4, "#050606");
  g.addColorStop(1, "#020202");
  d.fillStyle = g;
  dash(d);
  d.fill();
  // hood of the instruments
  d.fillStyle = "#040405";
  d.beginPath();
  d.moveTo(20, 730);
  d.bezierCurveTo(30, 600, 120, 566, 250, 566);
  d.bezierCurveTo(390, 566, 460, 600, 480, 730);
  d.fill();
  // pillar and roof edge
  d.fillStyle = "#030304";
  d.beginPath();
  d.moveTo(-10, -10);
  d.lineTo(96, -10);
  d.bezierCurveTo(40, 150, 8, 300, -10, 440);
  d.fill();
  d.beginPath();
  d.moveTo(-10, -10);
  d.lineTo(1290, -10);
  d.lineTo(1290, 26);
  d.bezierCurveTo(900, 8, 400, 8, -10, 30);
  d.fill();
  // rear-view mirror
  d.fillStyle = "#050506";
  d.beginPath();
  d.roundRect(1010, 34, 214, 64, 26);
  d.fill();
  d.fillRect(1108, 0, 18, 40);
  d.filter = "none";
  // grain of the dashboard
  for (let i = 0; i < 9000; i++) {
    const X = (i * 97.13) % width,
      Y = 570 + ((i * 57.77) % 150);
    d.fillStyle = `rgba(255,240,220,${0.02 * n(X * 0.1, Y * 0.1)})`;
    d.fillRect(X, Y, 1.2, 1.2);
  }
  q.filter = "blur(5px)";
  q.strokeStyle = "rgba(255,190,110,.5)";
  q.lineWidth = 5;
  q.beginPath();
  q.moveTo(-10, 563);
  q.bezierCurveTo(150, 523, 330, 515, 470, 551);
  q.bezierCurveTo(640, 585, 900, 577, 1290, 599);
  q.stroke();
  q.filter = "blur(14px)";
  q.lineWidth = 16;
  q.strokeStyle = "rgba(255,170,90,.22)";
  q.stroke();
  q.filter = "blur(2px)";
  q.lineWidth = 2;
  q.strokeStyle = "rgba(255,200,130,.5)";
  q.beginPath();
  q.moveTo(40, 700);
  q.bezierCurveTo(48, 606, 130, 570, 250, 570);
  q.bezierCurveTo(380, 570, 446, 604, 464, 700);
  q.stroke();
  q.beginPath();
  q.roundRect(1011, 35, 212, 62, 25);
  q.strokeStyle = "rgba(255,200,130,.22)";
  q.stroke();
  q.filter = "none";
  return { dark, rim };
}
