import { AMBER, RADAR, RED, WHITE } from "../phone/pen.js";
import { clamp, smooth, TAU } from "../shared/numbers.js";
import { B, PH, PW, PX, PY } from "./phone-body.js";

/** The phone's screen in pixels of the picture; below the camera's view lies the app's panel. */
const sx = PX + B,
  sy = PY + B,
  sw = PW - 2 * B,
  sh = PH - 2 * B,
  panel = 96,
  vh = sh - panel;
export const SCREEN = { sx, sy, sw, sh, vh };

/**
 * What the phone's lens sees, in pixels of the road picture.
 *
 * @param RW width of the road picture
 * @param RH its height
 */
export function phoneLens(RW, RH) {
  const ch = 418,
    cw = (ch * sw) / vh;
  return {
    cx0: (0.5 + (0.16 * (RH / RW)) / 2) * RW - cw / 2,
    cy0: clamp(0.45 * RH - ch * 0.44, 0, RH - ch),
    cw,
    ch,
  };
}

/** The app while it records, without words: lane, boxes, panel. */
export function drawApp(x, road, { RW, RH, lens, frame, frames }) {
  const { cx0, cy0, cw, ch } = lens;
  const toScreen = (l, t) => [
    sx + (((l / 100) * RW - cx0) / cw) * sw,
    sy + (((t / 100) * RH - cy0) / ch) * vh,
  ];
  // lane, boxes
  x.lineWidth = 1.2;
  x.save();
  x.beginPath();
  x.rect(sx, sy, sw, vh);
  x.clip();
  for (const [X, col, dash] of [
    [-1.8, RADAR, []],
    [1.8, RADAR, []],
    [0, AMBER, [6, 7]],
  ]) {
    x.strokeStyle = col;
    x.setLineDash(dash);
    x.lineDashOffset = (frame * 13 * 6) / frames;
    x.beginPath();
    for (const s of [6, 7, 8, 9.5, 11, 13, 15])
      x.lineTo(...toScreen(...road.lanePoint(X, s, frame)));
    x.stroke();
  }
  x.setLineDash([]);
  for (const b of road.boxes(frame)) {
    const [l, t] = toScreen(b.rect[0], b.rect[1]),
      [r2, b2] = toScreen(b.rect[0] + b.rect[2], b.rect[1] + b.rect[3]);
    const a = b.kind === "hazard" ? smooth(40, 33, b.s) : 1,
      pad = 3 + (1 - a) * 8;
    const L = l - pad,
      T = t - pad,
      W = r2 - l + 2 * pad,
      H = b2 - t + 2 * pad,
      k = Math.min(8, W * 0.3, H * 0.4);
    x.globalAlpha = a;
    x.strokeStyle = b.kind === "hazard" ? AMBER : WHITE;
    x.lineWidth = 1.4;
    x.beginPath();
    for (const [X, Y, ax, ay] of [
      [L, T, 1, 1],
      [L + W, T, -1, 1],
      [L, T + H, 1, -1],
      [L + W, T + H, -1, -1],
    ]) {
      x.moveTo(X + ax * k, Y);
      x.lineTo(X, Y);
      x.lineTo(X, Y + ay * k);
    }
    x.stroke();
    if (b.s < 40 && a > 0.5) {
      x.fillStyle = "rgba(12,14,16,.8)";
      x.fillRect(L, T - 12, Math.max(26, W * 0.7), 8);
      x.fillStyle = x.strokeStyle;
      x.fillRect(L + 3, T - 9.5, Math.max(20, W * 0.7 - 6) * (0.55 + 0.4 * b.confidence * 0.9), 3);
    }
    x.globalAlpha = 1;
  }
  x.restore();
  // the app, without words
  const g2 = x.createLinearGradient(0, sy, 0, sy + 60);
  g2.addColorStop(0, "rgba(6,7,8,.7)");
  g2.addColorStop(1, "rgba(6,7,8,0)");
  x.fillStyle = g2;
  x.fillRect(sx, sy, sw, 60);
  x.fillStyle = "rgba(12,14,16,.85)";
  x.beginPath();
  x.roundRect(sx + sw / 2 - 30, sy + 12, 60, 18, 9);
  x.fill();
  x.globalAlpha = frame % 24 < 15 ? 1 : 0.25;
  x.fillStyle = RED;
  x.beginPath();
  x.arc(sx + sw / 2 - 18, sy + 21, 3.6, 0, TAU);
  x.fill();
  x.globalAlpha = 0.9;
  x.fillStyle = WHITE;
  x.fillRect(sx + sw / 2 - 9, sy + 19.5, 28, 3);
  x.globalAlpha = 1;
  x.fillStyle = "#0C0E10";
  x.fillRect(sx, sy + vh, sw, panel);
  x.fillStyle = AMBER;
  const off = ((frame / frames) * 8 * 24) % 24;
  for (let X = -24; X < sw + 24; X += 24) x.fillRect(sx + X - off + 24, sy + vh + 12, 10, 2.4);
  x.strokeStyle = WHITE;
  x.lineWidth = 2.4;
  x.beginPath();
  x.arc(sx + sw / 2, sy + vh + 52, 21, 0, TAU);
  x.stroke();
  x.fillStyle = RED;
  x.beginPath();
  x.roundRect(sx + sw / 2 - 8.5, sy + vh + 43.5, 17, 17, 4);
  x.fill();
  for (const s of [-1, 1]) {
    x.fillStyle = "rgba(243,240,231,.8)";
    x.fillRect(sx + sw / 2 + s * 66 - 16, sy + vh + 46, 32, 4);
    x.fillStyle = "rgba(169,174,181,.5)";
    x.fillRect(sx + sw / 2 + s * 66 - 16, sy + vh + 56, 20, 3);
  }
}
