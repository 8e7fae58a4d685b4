import { drawCabin, lampAbove } from "./cabin/cabin-light.js";
import { paintInterior } from "./cabin/interior.js";
import { B, paintPhone, PH, PW, PX, PY, RAD } from "./cabin/phone-body.js";
import { drawApp, phoneLens, SCREEN } from "./cabin/scout-app.js";
import { nightRoad } from "./road/night-road.js";
import { bytesOf, canvas, imageOf } from "./shared/canvas.js";
import { TAU } from "./shared/numbers.js";

/** Size of the road picture in pixels. */
const RW = 848,
  RH = 480;

/** The road out of focus through the windscreen, in focus on the phone. One picture of the road serves both. */
export default function scoutIntro(film) {
  const { width, height, frames } = film;
  const road = nightRoad({
    ...film,
    width: RW,
    height: RH,
    seed: 11,
    sub: 3,
    mirrorEvery: 3,
    gantry: 108,
    pothole: 60,
    hood: 0,
    exposure: 1.3,
    camera: { x: 0.2, y: 1.32, foc: 1.75, hx: 0.16, hz: 0.1 },
    bend: -0.0004,
    bendSway: 0.0002,
    oncoming: [
      [8.9, 14],
      [12.5, 60],
      [9.1, 112],
      [8.8, 150],
      [12.3, 205],
    ],
    vehicles: [
      { kind: "van", x: 0.15, z: 16, paint: [58, 64, 72], conf: 0.98, brake: [[0.3, 0.46]] },
      { kind: "car", x: -3.6, z: 22, paint: [168, 168, 166], conf: 0.97 },
      { kind: "truck", x: 3.6, z: 34, paint: [190, 188, 180], conf: 0.92 },
      { kind: "car", x: -0.1, z: 52, paint: [120, 30, 26], conf: 0.85 },
    ],
  });
  const c = canvas(width, height),
    x = c.getContext("2d", { willReadFrequently: true });
  const interior = paintInterior(width, height),
    body = paintPhone(width, height);
  const { sx, sy, sw, sh, vh } = SCREEN,
    lens = phoneLens(RW, RH);
  function draw(frame) {
    const ph = frame / frames,
      sharp = imageOf(road.draw(frame), RW, RH),
      soft = imageOf(road.blurred(10), RW, RH);
    x.globalCompositeOperation = "source-over";
    x.globalAlpha = 1;
    x.imageSmoothingQuality = "high";
    x.drawImage(soft, 0, 0, width, height);
    // glass: a breath of reflection from the dashboard
    const gl = x.createLinearGradient(0, 330, 0, 580);
    gl.addColorStop(0, "rgba(30,24,18,0)");
    gl.addColorStop(1, "rgba(38,30,22,.34)");
    x.fillStyle = gl;
    x.fillRect(0, 330, width, 260);
    drawCabin(x, interior, width, ph);
    // ---- phone
    x.save();
    const vx = 0.5 * Math.sin(TAU * ph * 13) + 0.3 * Math.sin(TAU * ph * 29 + 1),
      vy = 0.6 * Math.sin(TAU * ph * 17 + 2) + 0.35 * Math.sin(TAU * ph * 31);
    x.translate(PX + PW / 2 + vx, PY + PH / 2 + vy);
    x.transform(1, 0.022, -0.012, 1, 0, 0);
    x.translate(-(PX + PW / 2), -(PY + PH / 2));
    x.drawImage(body, 0, 0);
    x.save();
    x.beginPath();
    x.roundRect(sx, sy, sw, sh, RAD - B + 2);
    x.clip();
    x.drawImage(sharp, lens.cx0, lens.cy0, lens.cw, lens.ch, sx, sy, sw, vh);
    drawApp(x, road, { RW, RH, lens, frame, frames });
    // glass of the phone: a lamp slides over it
    const ga = (ph * 4 + 0.1) % 1,
      GX = sx - 160 + ga * (sw + 320),
      gg = x.createLinearGradient(GX, sy, GX + 120, sy + 60);
    gg.addColorStop(0, "rgba(255,214,160,0)");
    gg.addColorStop(0.5, `rgba(255,214,160,${0.05 * Math.sin(Math.PI * ga)})`);
    gg.addColorStop(1, "rgba(255,214,160,0)");
    x.fillStyle = gg;
    x.fillRect(sx, sy, sw, sh);
    x.restore();
    x.strokeStyle = `rgba(255,196,120,${0.12 + 0.4 * lampAbove(ph)})`;
    x.lineWidth = 1.4;
    x.beginPath();
    x.roundRect(PX + 0.8, PY + 0.8, PW - 1.6, PH - 1.6, RAD);
    x.stroke();
    x.restore();
    const v = x.createRadialGradient(700, 330, 300, 660, 360, 860);
    v.addColorStop(0, "rgba(4,5,6,0)");
    v.addColorStop(1, "rgba(4,5,6,.62)");
    x.fillStyle = v;
    x.fillRect(0, 0, width, height);
    return bytesOf(c);
  }
  return { draw };
}
