import { canvas } from "../shared/canvas.js";
import { TAU } from "../shared/numbers.js";

/** The phone on its holder, in pixels of the picture: left, top, width, height, corner, bezel. */
export const PX = 838,
  PY = 118,
  PW = 232,
  PH = 486,
  RAD = 34,
  B = 9;

/** The phone without its screen, and the arm that holds it. */
export function paintPhone(width, height) {
  const body = canvas(width, height);
  const k = body.getContext("2d");
  // holder: arm to the dashboard
  k.filter = "blur(.8px)";
  k.fillStyle = "#060607";
  k.beginPath();
  k.moveTo(PX + PW / 2 - 26, PY + PH - 40);
  k.lineTo(PX + PW / 2 + 26, PY + PH - 40);
  k.lineTo(PX + PW / 2 + 46, 690);
  k.lineTo(PX + PW / 2 - 46, 690);
  k.fill();
  k.beginPath();
  k.ellipse(PX + PW / 2, 664, 92, 26, 0, 0, TAU);
  k.fill();
  for (const s of [0, 1]) {
    k.beginPath();
    k.roundRect(s ? PX + PW - 6 : PX - 14, PY + 300, 20, 92, 7);
    k.fill();
  }
  k.beginPath();
  k.roundRect(PX + 40, PY + PH - 12, PW - 80, 26, 8);
  k.fill();
  k.filter = "none";
  const g = k.createLinearGradient(PX, 0, PX + PW, 0);
  g.addColorStop(0, "#34373b");
  g.addColorStop(0.05, "#15171a");
  g.addColorStop(0.95, "#101214");
  g.addColorStop(1, "#2a2c30");
  k.fillStyle = g;
  k.beginPath();
  k.roundRect(PX, PY, PW, PH, RAD);
  k.fill();
  k.fillStyle = "#000";
  k.beginPath();
  k.roundRect(PX + 3, PY + 3, PW - 6, PH - 6, RAD - 3);
  k.fill();
  return body;
}
