import { canvas } from "../../shared/canvas.js";
import { TAU } from "../../shared/numbers.js";
import { rng } from "../../shared/random.js";
import { texture } from "../../shared/webgl.js";

/** Eight facades, 16 columns x 20 floors each, in one 4 x 2 atlas. Returns wall colour and light. */
export const FACADES = { cols: 16, rows: 20, nx: 4, ny: 2 };
export function facades(seed = 7) {
  const CW = 64,
    CH = 96,
    TW = CW * 16,
    TH = CH * 20,
    A = canvas(TW * 4, TH * 2),
    E = canvas(TW * 4, TH * 2),
    a = A.getContext("2d"),
    e = E.getContext("2d"),
    r = rng(seed);
  e.fillStyle = "#000";
  e.fillRect(0, 0, E.width, E.height);
  const warm = ["255,196,118", "255,208,140", "255,184,100", "255,222,170", "250,200,130"],
    cool = ["196,216,255", "220,232,255", "168,200,255"];
  for (let t = 0; t < 8; t++) {
    const ox = (t % 4) * TW,
      oy = Math.floor(t / 4) * TH;
    const wall = [
      [62, 58, 54],
      [74, 62, 52],
      [50, 52, 58],
      [84, 78, 68],
      [46, 44, 44],
      [70, 54, 46],
      [58, 60, 62],
      [40, 44, 50],
    ][t];
    a.fillStyle = `rgb(${wall})`;
    a.fillRect(ox, oy, TW, TH);
    const style = t % 4; // 0 punched windows, 1 pairs with balconies, 2 ribbon windows, 3 tall french windows
    const litShare = [0.32, 0.36, 0.28, 0.34, 0.28, 0.38, 0.4, 0.24][t];
    for (let j = 0; j < 20; j++) {
      const oy2 = oy + j * CH;
      a.fillStyle = `rgba(0,0,0,${0.1 + 0.12 * r()})`;
      a.fillRect(ox, oy2 + CH - 7, TW, 5);
      a.fillStyle = "rgba(255,255,255,.035)";
      a.fillRect(ox, oy2 + CH - 2, TW, 2);
      let roomTone = null;
      for (let i = 0; i < 16; i++) {
        const X = ox + i * CW,
          Y = oy2;
        let wx = X + 15,
          wy = Y + 22,
          ww = 34,
          wh = 50;
        if (style === 1) [wx, wy, ww, wh] = [X + (i % 2 ? 4 : 22), Y + 20, 38, 56];
        if (style === 2) [wx, wy, ww, wh] = [X + 2, Y + 26, 60, 44];
        if (style === 3) [wx, wy, ww, wh] = [X + 18, Y + 14, 28, 70];
        // wall texture
        if (r() < 0.5) {
          a.fillStyle = `rgba(${r() < 0.5 ? 0 : 255},${r() < 0.5 ? 0 : 240},200,${0.02 * r()})`;
          a.fillRect(X, Y, CW, CH);
        }
        a.fillStyle = "rgba(0,0,0,.42)"; // reveal
        a.fillRect(wx - 3, wy - 3, ww + 6, wh + 6);
        a.fillStyle = "rgba(255,255,255,.10)"; // sill
        a.fillRect(wx - 4, wy + wh + 3, ww + 8, 3);
        a.fillStyle = `rgb(${12 + r() * 8},${14 + r() * 8},${18 + r() * 10})`;
        a.fillRect(wx, wy, ww, wh);
        const g0 = a.createLinearGradient(wx, wy, wx + ww, wy + wh);
        g0.addColorStop(0, "rgba(120,130,150,.16)");
        g0.addColorStop(0.5, "rgba(0,0,0,0)");
        a.fillStyle = g0;
        a.fillRect(wx, wy, ww, wh);
        if (style === 2 ? i % 4 === 0 : true) roomTone = null;
        let on = r() < litShare;
        if (style === 2 && i % 4) on = roomTone !== null && r() < 0.85;
        if (on) {
          const tone = roomTone ?? (r() < (style === 2 ? 0.45 : 0.13) ? cool : warm)[(r() * 3) | 0];
          roomTone = tone;
          const L = 0.16 + 0.84 * r() ** 1.7;
          const g = e.createLinearGradient(0, wy, 0, wy + wh);
          g.addColorStop(0, `rgba(${tone},${L})`);
          g.addColorStop(0.35, `rgba(${tone},${L * 0.74})`);
          g.addColorStop(1, `rgba(${tone},${L * 0.36})`);
          e.fillStyle = g;
          e.fillRect(wx, wy, ww, wh);
          // a lamp, furniture, a curtain, a blind: never a flat rectangle
          const kind = r();
          if (kind < 0.3) {
            e.fillStyle = `rgba(${tone},${L * 0.5})`;
            e.beginPath();
            e.arc(wx + ww * (0.2 + 0.6 * r()), wy + wh * 0.3, 7, 0, TAU);
            e.fill();
          }
          e.fillStyle = "rgba(0,0,0,.62)";
          if (r() < 0.55)
            e.fillRect(
              wx + r() * ww * 0.6,
              wy + wh * (0.6 + 0.2 * r()),
              ww * (0.2 + 0.4 * r()),
              wh,
            );
          if (kind > 0.45) {
            const cw = ww * (0.12 + 0.22 * r());
            e.fillStyle = "rgba(30,12,0,.5)";
            e.fillRect(wx, wy, cw, wh);
            e.fillRect(wx + ww - cw, wy, cw, wh);
          }
          if (kind > 0.78) {
            e.fillStyle = "rgba(0,0,0,.55)";
            e.fillRect(wx, wy, ww, wh * (0.2 + 0.5 * r()));
          }
          e.fillStyle = "#000"; // clear what spilled below the window
          e.fillRect(wx - 4, wy + wh, ww + 8, CH - (wy - Y) - wh);
        } else if (r() < 0.06) {
          e.fillStyle = `rgba(110,140,220,${0.08 + 0.1 * r()})`; // television
          e.fillRect(wx, wy, ww, wh);
        }
        // frame
        for (const [c, al] of [
          [a, 0.75],
          [e, 0.9],
        ]) {
          c.fillStyle = `rgba(8,8,9,${al})`;
          if (style !== 2) c.fillRect(wx + ww / 2 - 1.2, wy, 2.4, wh);
          else for (let q = 1; q < 3; q++) c.fillRect(wx + (ww * q) / 3 - 1, wy, 2, wh);
          if (style === 0 || style === 3) c.fillRect(wx, wy + wh * 0.28, ww, 2);
        }
        if (style === 1 && i % 2 === 0) {
          // balcony
          a.fillStyle = "rgba(0,0,0,.5)";
          a.fillRect(X + 14, Y + CH - 34, CW * 2 - 22, 30);
          a.fillStyle = "rgba(190,180,165,.22)";
          a.fillRect(X + 14, Y + CH - 36, CW * 2 - 22, 3);
          e.fillStyle = "rgba(0,0,0,.5)";
          e.fillRect(X + 14, Y + CH - 34, CW * 2 - 22, 34);
        }
      }
    }
  }
  return {
    albedo: texture(A, { srgb: true, aniso: 2 }),
    light: texture(E, { srgb: true, aniso: 2 }),
  };
}
