import { smooth, TAU } from "../shared/numbers.js";
import { PW, PX } from "./phone-body.js";

/** How bright the street lamp above is, 0 to 1, at a phase of the loop. */
export const lampAbove = (ph) => Math.max(0, Math.sin(TAU * (ph * 4 + 0.12))) ** 2;
const lampBeside = (ph) => Math.max(0, Math.sin(TAU * (ph * 4 + 0.62))) ** 2;

/** The inside of the car at a phase of the loop, lit by street lamps, instruments and the phone. */
export function drawCabin(x, { dark, rim }, width, ph) {
  const lampA = lampAbove(ph),
    lampB = lampBeside(ph);
  x.drawImage(dark, 0, 0);
  // street lamps run over the dashboard
  x.globalCompositeOperation = "lighter";
  x.globalAlpha = 0.25 + 0.75 * Math.max(lampA, lampB * 0.7);
  x.drawImage(rim, 0, 0);
  x.globalAlpha = 1;
  for (const [a, X0, dir] of [
    [(ph * 4 + 0.1) % 1, 700, 1],
    [(ph * 4 + 0.6) % 1, 420, -1],
  ]) {
    const X = X0 + dir * (a - 0.3) * 620,
      I = Math.sin(Math.PI * a) ** 2 * 0.2;
    const g = x.createRadialGradient(X, 600 + 60 * a, 4, X, 600 + 60 * a, 210);
    g.addColorStop(0, `rgba(255,176,96,${I})`);
    g.addColorStop(1, "rgba(255,176,96,0)");
    x.save();
    x.beginPath();
    x.moveTo(-10, 562);
    x.bezierCurveTo(150, 522, 330, 514, 470, 550);
    x.bezierCurveTo(640, 584, 900, 576, 1290, 598);
    x.lineTo(1290, 730);
    x.lineTo(-10, 730);
    x.clip();
    x.fillStyle = g;
    x.fillRect(X - 240, 540, 480, 180);
    x.restore();
  }
  // instruments: two faint arcs, lit from inside
  x.lineWidth = 2;
  for (const [X, R, col, p] of [
    [180, 58, "255,184,28", 0.62],
    [324, 58, "243,240,231", 0.4],
  ]) {
    x.strokeStyle = `rgba(${col},.10)`;
    x.beginPath();
    x.arc(X, 690, R, Math.PI * 0.85, Math.PI * 2.15);
    x.stroke();
    x.strokeStyle = `rgba(${col},.5)`;
    x.beginPath();
    x.arc(
      X,
      690,
      R,
      Math.PI * 0.85,
      Math.PI * (0.85 + 1.3 * (p + 0.012 * Math.sin(TAU * ph * 2 + X))),
    );
    x.stroke();
  }
  // the mirror shows what lies behind: lamps going away
  x.save();
  x.beginPath();
  x.roundRect(1018, 42, 198, 48, 20);
  x.clip();
  for (let k = 0; k < 5; k++) {
    const u = (ph * 4 + k) % 5,
      f = 1 / (0.35 + u * 0.9),
      e = smooth(0, 0.4, u) * smooth(5, 3.6, u);
    for (const s of [-1, 1]) {
      const X = 1112 + s * 66 * f,
        Y = 72 - 26 * f,
        g = x.createRadialGradient(X, Y, 0, X, Y, 3 + 12 * f);
      g.addColorStop(0, `rgba(255,190,110,${0.75 * e})`);
      g.addColorStop(1, "rgba(255,190,110,0)");
      x.fillStyle = g;
      x.fillRect(X - 30, Y - 30, 60, 60);
    }
  }
  x.restore();
  // light of the screen on the dashboard
  const sg = x.createRadialGradient(PX + PW / 2, 640, 10, PX + PW / 2, 640, 250);
  sg.addColorStop(0, "rgba(255,206,150,.13)");
  sg.addColorStop(1, "rgba(255,206,150,0)");
  x.fillStyle = sg;
  x.fillRect(PX - 240, 585, PW + 480, 140);
  x.globalCompositeOperation = "source-over";
}
